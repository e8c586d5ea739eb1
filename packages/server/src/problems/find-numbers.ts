import { findEnd } from "./is-deeper-than.ts";

/** A JSON text without a match has only numbers that a double holds: no integer of 16 digits, and no large exponent. */
export const mayHoldLargeNumber = /\d{16}|[eE]\+?\d{3}/;

const quote = 0x22;
const minus = 0x2d;

/** Finds the numbers of a JSON text outside of its strings: the positions of the first character and after the last. */
export function* findNumbers(text: string): Generator<[begin: number, end: number]> {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = findEnd(text, at);
    } else if (isDigit(code) || code === minus) {
      const begin = at;
      while (isDigit(text.charCodeAt(at + 1)) || ".eE+-".includes(text[at + 1] ?? " ")) {
        at++;
      }
      yield [begin, at + 1];
    }
  }
}

/** Leaves out a fraction of zeros, which programs with decimal numbers write behind an integer. */
export const leaveOutZeros = (number: string): string => number.replace(/^(-?\d+)\.0+$/, "$1");

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
