import { findInexact } from "@bowline/contract/inexact-number";
import { ApiError } from "../api-error.ts";

/**
 * Refuses a body with a number that would change on its way (decisions D8a).
 *
 * @throws ApiError `INVALID_REQUEST`
 */
export function checkNumbers(text: string): void {
  if (findInexact(text) !== undefined) {
    throw refuseNumber("The body has");
  }
}

/** @param holder what the number is in, with its verb */
export const refuseNumber = (holder: string): ApiError =>
  new ApiError(
    "INVALID_REQUEST",
    `${holder} a number that cannot be passed on exactly, such as an integer beyond ${Number.MAX_SAFE_INTEGER}. Send its digits as text, such as "9007199254740993".`,
  );
