import { isUtf8 } from "node:buffer";
import { recognizeText } from "@bowline/catalog";
import { invalidField } from "../../api-error.ts";
import type { Egress } from "../../egress/egress.ts";
import type { EgressOutcome } from "../../egress/egress-outcome.ts";

const timeoutMs = 30_000;

/**
 * Fetches a description.
 *
 * @param maxBytes the limit of the decoded document
 * @returns its text, and its address after redirects
 * @throws ApiError `VALIDATION_ERROR` at `url` that says what went wrong and what to do
 */
export async function fetchDescription(
  egress: Pick<Egress, "send">,
  url: string,
  maxBytes: number,
): Promise<{ text: string; documentUrl: string }> {
  const response = await egress.send({
    method: "GET",
    url,
    headers: { accept: "application/json, application/yaml, text/yaml, */*" },
    body: null,
    timeoutMs,
    maxBytes,
  });
  const problem = findProblem(response, maxBytes);
  if (!response.ok || problem !== null) {
    throw invalidField("url", `The document could not be fetched. ${problem ?? ""}`.trim());
  }
  const { body, headers } = response;
  const text = decodeDocument(body, headers["content-type"] ?? "");
  // The importer says more about an archive or an HTML page.
  if (text === null && recognizeText(body.toString()) === undefined) {
    throw invalidField("url", `The document could not be read. ${notUtf8}`);
  }
  return { text: text ?? body.toString(), documentUrl: response.url };
}

const notUtf8 =
  "It is not in UTF-8, and its server names no other charset that fits. Save it as UTF-8, and send it as `text`.";

/**
 * Many servers name a charset for all files. What can be read as UTF-8 is UTF-8, unless it begins with a mark of UTF-16. Null: nothing
 * says which charset it has.
 */
function decodeDocument(body: Buffer, contentType: string): string | null {
  const [, stated = ""] = /;\s*charset="?([^\s;"]+)/i.exec(contentType) ?? [];
  const mark = body.length < 2 ? 0 : body.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) {
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(body);
  }
  if (isUtf8(body) && !/^utf-?16/i.test(stated)) {
    return body.toString();
  }
  try {
    return stated === "" ? null : new TextDecoder(stated, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

function findProblem(response: EgressOutcome, maxBytes: number): string | null {
  if (!response.ok) {
    return response.kind === "outputTooLarge"
      ? `It is larger than ${Math.floor(maxBytes / 1024 ** 2)} MiB, the most that an import may have.`
      : response.message.replace("The application", "The server");
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    return `The address requires credentials (${status}): download the document and send it as \`text\`.`;
  }
  if (status === 404 || status === 410) {
    return `There is nothing at the address (${status}): check it in a browser.`;
  }
  return status === 200 ? null : `The address returned status ${status} instead of a document.`;
}
