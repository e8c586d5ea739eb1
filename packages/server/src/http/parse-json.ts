import { ApiError } from "../api-error.ts";
import { isDeeperThan, maxDepth } from "../problems/is-deeper-than.ts";

/**
 * Parses a body (decisions D2, D9).
 *
 * @throws ApiError `INVALID_REQUEST` when it is not JSON or nested too deeply
 */
export function parseJson(sent: string): unknown {
  // Some editors put a byte order mark before a file (RFC 8259 §8.1).
  const text = sent.charCodeAt(0) === 0xfeff ? sent.slice(1) : sent;
  if (isDeeperThan(text, maxDepth)) {
    throw new ApiError("INVALID_REQUEST", `The body is nested deeper than ${maxDepth} levels.`);
  }
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
