/** A text without a match has only numbers that a double holds. */
const mayHoldLargeNumber = /\d{16}|e\+?\d{3}/i;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.e+-]*/gi;

/**
 * Parses JSON without changing a number: an integer beyond the safe ones becomes a text, as in the results that the server shapes, and so
 * does a number that is too large. As another number, it could be the id of another record.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayHoldLargeNumber.test(text) ? JSON.parse(text.replace(textOrNumber, keepDigits)) : value;
}

/** Decimal fractions are rounded as everywhere. */
function keepDigits(token: string): string {
  // Programs with decimal numbers write a fraction of zeros behind an integer.
  const number = token.replace(/\.0+$/, "");
  const isHeld = /[.e]/i.test(number) ? Number.isFinite : Number.isSafeInteger;
  return token.startsWith('"') || isHeld(Number(number)) ? token : `"${number}"`;
}
