import { decodeText } from "./decode-text.ts";

/** One spelling of a secret, prepared for the search. */
export interface Sought {
  text: string;
  /** What is searched for; the rest of a long secret follows it. A longer needle could make the search slow on purpose. */
  needle: string;
  /** Its longest run of letters and digits: escapes leave it as it is, unless they escape everything. Null: there is none that can be relied on. */
  anchor: string | null;
  /** The secret as a number; null when it is none, or a short one. */
  number: SoughtNumber | null;
}

export interface SoughtNumber {
  value: number;
  /** The first digits, as a number of any form begins. */
  beginnings: [plain: string, exponential: string];
}

const maxNeedle = 32;
const minAnchor = 4;
const minDigits = 6;

const prepared = new WeakMap<readonly string[], readonly Sought[]>();

/** The spellings, prepared once a call; nothing is kept longer than the list itself. */
export function prepareSought(secretTexts: readonly string[]): readonly Sought[] {
  let sought = prepared.get(secretTexts);
  if (sought === undefined) {
    sought = secretTexts.map(prepare);
    if (secretTexts.some(looksEscaped)) {
      sought = sought.map((one) => ({ ...one, anchor: null }));
    }
    prepared.set(secretTexts, sought);
  }
  return sought;
}

/** Such a secret is changed when a text around it is decoded, so its letters may stand in no text. */
const looksEscaped = (secret: string): boolean => /[\\&%]/.test(secret) && decodeText(secret, "all") !== null;

/** What is searched for of a secret. */
const needleOf = (secret: string): string =>
  secret.length > maxNeedle ? secret.slice(0, maxNeedle) : secret;

/** Whether a secret is a whole number without a sign, and not 0 at its beginning. */
function isWholeNumber(secret: string): boolean {
  for (let at = 0; at < secret.length; at++) {
    const code = secret.charCodeAt(at);
    if (code > 57 || code < (at === 0 ? 49 : 48)) {
      return false;
    }
  }
  return secret.length > 0;
}

function prepare(text: string): Sought {
  const needle = needleOf(text);
  return { text, needle, anchor: findAnchor(needle), number: readNumber(text) };
}

function findAnchor(needle: string): string | null {
  let from = 0;
  let length = 0;
  let begin = 0;
  for (let at = 0; at <= needle.length; at++) {
    if (isAlphanumeric(needle.charCodeAt(at))) {
      continue;
    }
    if (at - begin > length) {
      from = begin;
      length = at - begin;
    }
    begin = at + 1;
  }
  return length < minAnchor ? null : needle.slice(from, from + length);
}

/** False for the code past the end, which is not a number. */
const isAlphanumeric = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

function readNumber(text: string): SoughtNumber | null {
  if (text.length < minDigits || text.length > 300 || !isWholeNumber(text)) {
    return null;
  }
  const digits = text.slice(0, minDigits);
  return { value: Number(text), beginnings: [digits, `${digits.slice(0, 1)}.${digits.slice(1)}`] };
}
