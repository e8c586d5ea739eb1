import { findNumbers, leaveOutZeros, mayHoldLargeNumber } from "@bowline/contract/inexact-number";

/**
 * Parses JSON without changing a number: an integer beyond the safe ones stays a text, as in the results of databases, and so does a
 * number that is too large for a double. As another number, it could be the id of another record.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayHoldLargeNumber.test(text) ? JSON.parse(quoteLargeNumbers(text)) : value;
}

/** As `quoteLargeNumbers`. Nearly every text has none, and then is only searched for one. */
export const quoteInexactNumbers = (text: string): string =>
  mayHoldLargeNumber.test(text) ? quoteLargeNumbers(text) : text;

/** Makes a text of each number that `JSON.parse` would change. */
function quoteLargeNumbers(text: string): string {
  let quoted = "";
  let copied = 0;
  for (const [begin, end] of findNumbers(text)) {
    const number = leaveOutZeros(text.slice(begin, end));
    if (!isHeld(number)) {
      quoted += `${text.slice(copied, begin)}"${number}"`;
      copied = end;
    }
  }
  return quoted + text.slice(copied);
}

/** Decimal fractions are rounded as everywhere. */
const isHeld = (number: string): boolean =>
  /^-?\d+$/.test(number) ? Number.isSafeInteger(Number(number)) : Number.isFinite(Number(number));
