import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "../api-error.ts";
import { isDeeperThan, maxDepth } from "../problems/is-deeper-than.ts";

/** Parsing a longer body may take up to 50 ms, so that others get their turn after it (decisions D75). */
const maxQuickLength = 64 * 1024;
const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads a JSON body (decisions D2, D9). A missing one is undefined.
 *
 * @throws ApiError `INVALID_REQUEST` when it is too large, not JSON, of another content type or nested too deeply
 */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const text = await readText(request, limitBytes);
  if (text.trim() === "") {
    return undefined;
  }
  const contentType = request.headers["content-type"];
  if (contentType === undefined || !jsonType.test(contentType)) {
    throw new ApiError(
      "INVALID_REQUEST",
      "The body must be JSON. Send it with the header content-type: application/json.",
    );
  }
  if (isDeeperThan(text, maxDepth)) {
    throw new ApiError("INVALID_REQUEST", `The body is nested deeper than ${maxDepth} levels.`);
  }
  const body = parseJson(text);
  if (text.length > maxQuickLength) {
    await nextTurn();
  }
  return body;
}

/** Reads the body as text, and stops at the limit. */
function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) {
    throw tooLarge(limitBytes);
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let size = 0;
  request
    .on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        reject(tooLarge(limitBytes));
      } else {
        chunks.push(chunk);
      }
    })
    .once("end", () => resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? ""))
    .once("error", () => reject(new ApiError("INVALID_REQUEST", "The body ended before it was complete.")));
  return promise;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError("INVALID_REQUEST", `The body is not valid JSON${findPlace(error)}.`);
  }
}

/** Says where the parser stopped. The parser's own message quotes the body, which may hold a secret. */
function findPlace(error: unknown): string {
  if (/end of JSON input|Unterminated/.test(String(error))) {
    return ": it ends too early";
  }
  const [, token] = /^SyntaxError: Unexpected token '(.)'/u.exec(String(error)) ?? [];
  if (token !== undefined) {
    return `: unexpected character ${token}`;
  }
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
  return line === undefined ? "" : `: look at line ${line}, column ${column}`;
}

const tooLarge = (limitBytes: number): ApiError =>
  new ApiError("INVALID_REQUEST", `The body is larger than the limit of ${limitBytes} bytes.`);
