import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "../api-error.ts";
import { decodeUtf8, readBytes } from "../entry/read-bytes.ts";
import { parseJson } from "./parse-json.ts";

/** Parsing a longer body may take up to 50 ms, so that others get their turn after it (decisions D75). */
const maxQuickLength = 64 * 1024;
const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

/** What was read of a request. */
export interface ReadBody {
  /** Undefined: there was none. */
  body: unknown;
  /** The `document` of an import as it was sent. It is `{}` in the body of a large one. Null: there is none. */
  documentText: string | null;
  /** The body as it was sent. Null for an import, whose numbers are not passed on. */
  text: string | null;
}

/**
 * Reads a JSON body (decisions D2, D9).
 *
 * @throws ApiError `INVALID_REQUEST` when it is too large, not JSON in UTF-8, of another content type or nested too deeply
 */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  const bytes = await readBytes(request, limitBytes);
  const text = decodeUtf8(bytes);
  const body = parseText(request, text);
  if (bytes.length > maxQuickLength) {
    await nextTurn();
  }
  return { body, documentText: null, text };
}

/**
 * Parses the text of a JSON body. A missing one is undefined.
 *
 * @throws ApiError `INVALID_REQUEST`
 */
export function parseText(request: IncomingMessage, text: string): unknown {
  if (text.trim() === "") {
    return undefined;
  }
  checkMediaType(request);
  return parseJson(text);
}

/** @throws ApiError `INVALID_REQUEST` */
export function checkMediaType({ headers }: IncomingMessage): void {
  if (!jsonType.test(headers["content-type"] ?? "")) {
    throw new ApiError(
      "INVALID_REQUEST",
      "The body must be JSON. Send it with the header content-type: application/json.",
    );
  }
}
