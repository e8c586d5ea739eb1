import { ApiError } from "../api-error.ts";
import { findEnd } from "./is-deeper-than.ts";

/** A text without a match has no such number. */
const suspicious = /\d{16}|[eE]\+?\d{3}/;
const quote = 0x22;
/** Shorter integers are exact. */
const longDigits = 16;

/**
 * Refuses a body with a number that would change on its way. It may be the id of another record then.
 *
 * @throws ApiError `INVALID_REQUEST`
 */
export function checkNumbers(text: string): void {
  if (hasInexactNumber(text)) {
    throw new ApiError(
      "INVALID_REQUEST",
      `The body has a number that cannot be passed on exactly, such as an integer beyond ${Number.MAX_SAFE_INTEGER}. Send it as text where text is accepted.`,
    );
  }
}

/**
 * Whether a JSON text has a number that would become another one when it is parsed and written again: an integer with more digits
 * than a double holds, such as 9007199254740993, or a number that is too large. Decimal fractions are not looked at.
 */
export function hasInexactNumber(text: string): boolean {
  if (!suspicious.test(text)) {
    return false;
  }
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === quote) {
      at = findEnd(text, at);
    } else if (isDigit(text, at)) {
      const begin = at;
      while (isDigit(text, at + 1)) {
        at++;
      }
      if (text[at + 1] === "." || text[at + 1] === "e" || text[at + 1] === "E") {
        at = findNumberEnd(text, at);
        if (!Number.isFinite(Number(text.slice(begin, at + 1)))) {
          return true;
        }
      } else if (at - begin >= longDigits - 1 && !isExact(text.slice(begin, at + 1))) {
        return true;
      }
    }
  }
  return false;
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
};

/** Returns the position of a number's last character. */
function findNumberEnd(text: string, begin: number): number {
  let at = begin;
  while (isDigit(text, at + 1) || ".eE+-".includes(text[at + 1] ?? " ")) {
    at++;
  }
  return at;
}

const isExact = (digits: string): boolean => String(Number(digits)) === digits;
