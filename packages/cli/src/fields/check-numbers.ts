import { UsageError } from "../errors.ts";

/** A text without a match has only numbers that a double holds. */
const mayHoldLargeNumber = /\d{16}|[eE]\+?\d{3}/;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Refuses a JSON text with a number that would be sent as another one, such as the integer 9007199254740993: it could be the id of
 * another record. Fractions are rounded as everywhere.
 *
 * @throws UsageError
 */
export function checkNumbers(text: string): void {
  for (const token of mayHoldLargeNumber.test(text) ? (text.match(textOrNumber) ?? []) : []) {
    if (!token.startsWith('"') && !isExact(token)) {
      throw new UsageError(
        `${token} is too large a number to be sent exactly. Write its digits as text: "${leaveOutZeros(token)}".`,
      );
    }
  }
}

/** Whether a text has the digits of an integer that no double holds. The server takes them as text, and sends the number. */
export const isLargeInteger = (text: string): boolean => /^-?[1-9]\d*$/.test(text) && !isExact(text);

/** Leaves out a fraction of zeros, which programs with decimal numbers write behind an integer. */
const leaveOutZeros = (number: string): string => number.replace(/^(-?\d+)\.0+$/, "$1");

function isExact(number: string): boolean {
  const value = Number(number);
  const integer = leaveOutZeros(number);
  return /^-?\d+$/.test(integer)
    ? Number.isSafeInteger(value) || String(value) === integer
    : Number.isFinite(value);
}
