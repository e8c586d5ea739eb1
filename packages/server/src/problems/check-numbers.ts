import { ApiError } from "../api-error.ts";
import { findNumbers, leaveOutZeros, mayHoldLargeNumber } from "./find-numbers.ts";

/**
 * Refuses a body with a number that would change on its way. It may be the id of another record then.
 *
 * @throws ApiError `INVALID_REQUEST`
 */
export function checkNumbers(text: string): void {
  if (hasInexactNumber(text)) {
    throw refuseNumber("The body has");
  }
}

/** @param holder what the number is in, with its verb */
export const refuseNumber = (holder: string): ApiError =>
  new ApiError(
    "INVALID_REQUEST",
    `${holder} a number that cannot be passed on exactly, such as an integer beyond ${Number.MAX_SAFE_INTEGER}. Send its digits as text, such as "9007199254740993".`,
  );

/**
 * Whether a JSON text has a number that would become another one when it is parsed and written again: an integer with more digits
 * than a double holds, such as 9007199254740993 or 9007199254740993.0, or a number that is too large. Decimal fractions are not looked at.
 */
export function hasInexactNumber(text: string): boolean {
  return (
    mayHoldLargeNumber.test(text) &&
    findNumbers(text).some(([begin, end]) => !isExactNumber(text.slice(begin, end)))
  );
}

/** @param number as JSON writes it */
export function isExactNumber(number: string): boolean {
  const integer = leaveOutZeros(number);
  return /^-?\d{16,}$/.test(integer) ? String(Number(integer)) === integer : Number.isFinite(Number(number));
}
