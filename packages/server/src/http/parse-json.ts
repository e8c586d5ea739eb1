import { ApiError } from "../api-error.ts";
import { describeJsonPlace } from "../problems/describe-json-place.ts";
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
    throw new ApiError("INVALID_REQUEST", `The body is not valid JSON${describeJsonPlace(error)}.`);
  }
}
