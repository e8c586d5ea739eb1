/** A text without a match has only numbers that a double holds. */
const mayHoldLargeNumber = /\d{16}|[eE]\+?\d{3}/;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

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

function keepDigits(token: string): string {
  // Programs with decimal numbers write a fraction of zeros behind an integer.
  const number = token.replace(/^(-?\d+)\.0+$/, "$1");
  return isHeld(number) ? token : `"${number}"`;
}

/** Whether a token is a text, or a number that a double holds. Decimal fractions are rounded as everywhere. */
const isHeld = (token: string): boolean =>
  token.startsWith('"') ||
  (/^-?\d+$/.test(token) ? Number.isSafeInteger(Number(token)) : Number.isFinite(Number(token)));
