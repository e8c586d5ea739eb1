import { recognizeText } from "@bowline/catalog";
import { invalidField } from "../../api-error.ts";
import type { Egress } from "../../egress/egress.ts";
import type { EgressFailure } from "../../egress/egress-outcome.ts";
import { describeFetchFailure } from "./describe-fetch-failure.ts";
import { type ReceivedText, requestText } from "./request-text.ts";

const timeoutMs = 30_000;

/** A description that was fetched. */
export interface FetchedDescription {
  text: string;
  /** Its address after redirects. */
  documentUrl: string;
  /** Of the decoded document. */
  sizeBytes: number;
}

/**
 * Fetches a description.
 *
 * @param maxBytes the limit of the decoded document
 * @throws ApiError `VALIDATION_ERROR` at `url` that says what went wrong and what to do
 */
export async function fetchDescription(
  egress: Pick<Egress, "send">,
  url: string,
  maxBytes: number,
): Promise<FetchedDescription> {
  const received = await requestText(egress, { url, timeoutMs, maxBytes });
  const problem = findProblem(received, maxBytes);
  if (!("response" in received) || problem !== null) {
    throw invalidField("url", `The document could not be fetched. ${problem ?? ""}`.trim());
  }
  const { text, response } = received;
  const raw = text ?? response.body.toString();
  // The importer says more about an archive or an HTML page.
  if (text === null && recognizeText(raw) === undefined) {
    throw invalidField("url", `The document could not be read. ${notUtf8}`);
  }
  return { text: raw, documentUrl: response.url, sizeBytes: response.sizeBytes };
}

const notUtf8 =
  "It is not in UTF-8, and its server names no other charset that fits. Save it as UTF-8, and send it as `text`.";

function findProblem(received: ReceivedText | EgressFailure, maxBytes: number): string | null {
  if (!("response" in received)) {
    return describeFetchFailure(received, maxBytes);
  }
  const { status } = received.response;
  if (status === 401 || status === 403) {
    return `The address requires credentials (${status}): download the document and send it as \`text\`.`;
  }
  if (status === 404 || status === 410) {
    return `There is nothing at the address (${status}): check it in a browser.`;
  }
  return status === 200 ? null : `The address returned status ${status} instead of a document.`;
}
