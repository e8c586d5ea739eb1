import { findInexact } from "@bowline/contract/inexact-number";
import { ApiError } from "../api-error.ts";

/**
 * Refuses a body with a number that would change on its way (decisions D8a).
 *
 * @throws ApiError `INVALID_REQUEST`
 */
export function checkNumbers(text: string): void {
  if (findInexact(text) !== undefined) {
    throw new ApiError(
      "INVALID_REQUEST",
      `The body has a number that cannot be passed on exactly, such as an integer beyond ${Number.MAX_SAFE_INTEGER}. Send its digits as text, such as "9007199254740993".`,
    );
  }
}
