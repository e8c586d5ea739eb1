import { decodeText, type EscapeKind, escapeKinds, type TextRange } from "./decode-text.ts";
import { prepareSought, type Sought } from "./sought-secrets.ts";

/** JSON in a text of JSON in a text of JSON, and one for the text itself. */
const maxLevels = 4;
/** Rounding to 15 digits. */
const numberTolerance = 1e-14;

const hexOfAlphanumeric = "(?:3\\d|[46][1-9a-f]|[57][0-9a])";
const decimalOfAlphanumeric = "(?:4[89]|5[0-7]|6[5-9]|[78]\\d|90|9[789]|1[01]\\d|12[0-2])(?!\\d)";
/** A letter or digit that is escaped though nothing asks for it, at any level. */
const escapedAlphanumeric = new RegExp(
  [
    `\\\\(?:u00|x)${hexOfAlphanumeric}`,
    `(?:&(?:amp;)*|u0026)#(?:0*${decimalOfAlphanumeric}|x0*${hexOfAlphanumeric})`,
    `(?:%|u0025)(?:25)*${hexOfAlphanumeric}`,
  ].join("|"),
  "i",
);

/** Whether any secret stands in a text, in whatever escapes. */
export function holdsSecret(text: string, secretTexts: readonly string[]): boolean {
  if (secretTexts.length === 0) {
    return false;
  }
  if (!mayBeEscaped(text)) {
    return prepareSought(secretTexts).some(({ needle }) => text.includes(needle));
  }
  const sought = chooseSought(text, secretTexts);
  return sought.length > 0 && searchLevels(text, sought, () => true);
}

/** Whether a secret may stand in a JSON text: `holdsSecret`, or a number that begins as a secret does. */
export function mayHoldSecret(jsonText: string, secretTexts: readonly string[]): boolean {
  return beginsNumber(jsonText, secretTexts) || holdsSecret(jsonText, secretTexts);
}

const beginsNumber = (jsonText: string, secretTexts: readonly string[]): boolean =>
  prepareSought(secretTexts).some(({ number }) =>
    number?.beginnings.some((beginning) => jsonText.includes(beginning)),
  );

/** Whether a number is a secret, also one that was rounded on its way. */
export function isSecretNumber(value: number, secretTexts: readonly string[]): boolean {
  return (
    prepareSought(secretTexts).some(
      ({ number }) => number !== null && Math.abs(value - number.value) <= number.value * numberTolerance,
    ) || holdsSecret(String(value), secretTexts)
  );
}

/** The parts of a text that are a secret, in order; none overlaps or touches another. */
export function findSecrets(text: string, secretTexts: readonly string[]): TextRange[] {
  const found: TextRange[] = [];
  searchLevels(text, chooseSought(text, secretTexts), (range) => {
    found.push(range);
    return false;
  });
  return joinRanges(found);
}

const mayBeEscaped = (text: string): boolean =>
  text.includes("\\") || text.includes("&") || text.includes("%");

/** Those that may stand in the text: a look that costs next to nothing where there is none. */
function chooseSought(text: string, secretTexts: readonly string[]): readonly Sought[] {
  const all = prepareSought(secretTexts);
  let isEscaped: boolean | undefined;
  let isEscapedWhole: boolean | undefined;
  return all.filter(({ needle, anchor }) => {
    if (text.includes(anchor ?? needle)) {
      return true;
    }
    isEscaped ??= mayBeEscaped(text);
    if (anchor === null || !isEscaped) {
      return isEscaped;
    }
    isEscapedWhole ??= escapedAlphanumeric.test(text);
    return isEscapedWhole;
  });
}

/** Searches a text, and what it says with one level of escapes after the other undone, until `found` returns true. */
function searchLevels(
  text: string,
  sought: readonly Sought[],
  found: (range: TextRange) => boolean,
): boolean {
  return (
    searchFor(text, sought, found) || escapeKinds.some((kind) => searchDecoded(text, kind, sought, found))
  );
}

function searchDecoded(
  text: string,
  kind: EscapeKind,
  sought: readonly Sought[],
  found: (range: TextRange) => boolean,
): boolean {
  let current = text;
  let locate = (range: TextRange): TextRange => range;
  for (let level = 0; level < maxLevels && sought.length > 0; level++) {
    const decoded = decodeText(current, kind);
    if (decoded === null) {
      return false;
    }
    if (decoded === "tooMany") {
      // What cannot be searched is not shown.
      return found({ from: 0, to: text.length });
    }
    const outer = locate;
    locate = (range) => outer(decoded.locate(range));
    current = decoded.text;
    if (searchFor(current, sought, (range) => found(locate(range)))) {
      return true;
    }
  }
  return false;
}

const searchFor = (text: string, sought: readonly Sought[], found: (range: TextRange) => boolean): boolean =>
  sought.some((one) => search(text, one, found));

/** A long secret that is cut off is found as far as it goes. */
function search(
  text: string,
  { text: secret, needle }: Sought,
  found: (range: TextRange) => boolean,
): boolean {
  for (let from = text.indexOf(needle); from >= 0; ) {
    let length = needle.length;
    while (length < secret.length && text.charCodeAt(from + length) === secret.charCodeAt(length)) {
      length++;
    }
    if (found({ from, to: from + length })) {
      return true;
    }
    from = text.indexOf(needle, from + length);
  }
  return false;
}

function joinRanges(ranges: TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && range.from <= last.to) {
      last.to = Math.max(last.to, range.to);
    } else {
      joined.push({ ...range });
    }
  }
  return joined;
}
