import { isUtf8 } from "node:buffer";
import type { Egress } from "../../egress/egress.ts";
import type { EgressFailure, EgressRequest, EgressResponse } from "../../egress/egress-outcome.ts";
import { findMarkedCharset, readStatedCharset } from "../../runtimes/text-charset.ts";

/** The text that an address returned. */
export interface ReceivedText {
  /** Null: it is not in UTF-8, and its server names no other charset that fits. */
  text: string | null;
  response: EgressResponse;
}

/** Asks an address for a document. */
export async function requestText(
  egress: Pick<Egress, "send">,
  request: Pick<EgressRequest, "url" | "timeoutMs" | "maxBytes" | "signal" | "staysAtOrigin">,
): Promise<ReceivedText | EgressFailure> {
  const response = await egress.send({
    ...request,
    method: "GET",
    headers: { accept: "application/json, application/yaml, text/yaml, */*" },
    body: null,
  });
  return response.ok
    ? { text: decodeDocument(response.body, response.headers["content-type"] ?? ""), response }
    : response;
}

/**
 * Many servers name a charset for all files. What can be read as UTF-8 is UTF-8, unless it begins with a mark of UTF-16. Null: nothing
 * says which charset it has.
 */
function decodeDocument(body: Buffer, contentType: string): string | null {
  const stated = readStatedCharset(contentType) ?? "";
  const marked = findMarkedCharset(body);
  if (marked !== undefined && marked !== "utf-8") {
    return new TextDecoder(marked).decode(body);
  }
  if (isUtf8(body) && !/^utf-?16/.test(stated)) {
    return body.toString();
  }
  try {
    return stated === "" ? null : new TextDecoder(stated, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
