/**
 * A JSON text without a match has only numbers that a double holds: no integer of 16 digits, and no large exponent. Each digit stands by
 * itself: V8 searches a text for that in a third of the time that it takes for `\d{16}`.
 */
export const mayHoldLargeNumber = new RegExp(`${"\\d".repeat(16)}|[eE]\\+?\\d\\d\\d`);

const quote = 0x22;
const minus = 0x2d;
const backslash = 0x5c;

/**
 * Whether a number, as it is written, would become another one when it is parsed and written again: an integer with more digits than
 * a double holds, such as 9007199254740993 or 9007199254740993.0, or a number that is too large. It may be the id of another record
 * then (decisions D8a). Fractions are rounded as everywhere.
 */
export function isInexact(number: string): boolean {
  const value = Number(number);
  const integer = leaveOutZeros(number).replace("+", "");
  return /^-?\d+$/.test(integer)
    ? !Number.isSafeInteger(value) && String(value) !== integer
    : Math.abs(value) === Number.POSITIVE_INFINITY;
}

/** Whether a text has the digits of an integer that no double holds. The server takes them as text, and sends the number. */
export const isInexactInteger = (text: string): boolean => /^-?[1-9]\d*$/.test(text) && isInexact(text);

/** Finds the first inexact number of a JSON text, as it is written there. */
export function findInexact(text: string): string | undefined {
  if (mayHoldLargeNumber.test(text)) {
    for (const [begin, end] of findNumbers(text)) {
      const number = text.slice(begin, end);
      if (isInexact(number)) {
        return number;
      }
    }
  }
  return undefined;
}

/** Says what to do about an inexact number. */
export const describeInexact = (number: string): string =>
  `${number} is too large a number to be sent exactly. Write its digits as text: "${leaveOutZeros(number)}".`;

/** Finds the numbers of a JSON text outside of its strings: the positions of the first character and after the last. */
export function* findNumbers(text: string): Generator<[begin: number, end: number]> {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = findStringEnd(text, at);
    } else if (isDigit(code) || code === minus) {
      const begin = at;
      while (isDigit(text.charCodeAt(at + 1)) || ".eE+-".includes(text[at + 1] ?? " ")) {
        at++;
      }
      yield [begin, at + 1];
    }
  }
}

/** Returns the position of the quotation mark that ends a string of a JSON text. */
export function findStringEnd(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) {
      at++;
    } else if (code === quote) {
      return at;
    }
  }
  return text.length;
}

/** Leaves out a fraction of zeros, which programs with decimal numbers write behind an integer. */
export const leaveOutZeros = (number: string): string => number.replace(/^([-+]?\d+)\.0+$/, "$1");

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
