import { stem } from "porter2";

/** Longer terms are cut. Nobody types them, and base64 in a description must not fill the vocabulary. */
const termLength = 40;

/** Scripts without spaces between words, and Hangul, whose words have endings. */
const unspacedScripts = ["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const unspacedRun = new RegExp(`((?:[${unspacedScripts}ー]\\p{M}*)+)`, "u");
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** `e-mail` and `e-commerce` are the words that others write as `email` and `ecommerce`. */
const electronic = /\b([Ee])-(?=[a-z]{3})/g;
const notAscii = /\P{ASCII}/u;
const diacritics = /[\u0300-\u036f]/g;
const innerCapital = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const casePart = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu;

/**
 * Returns the words of a text in order, unchanged: runs of letters, marks and digits of any script. A script without spaces
 * is split into overlapping pairs of characters, so no dictionary is needed. The hyphen of `e-mail` does not count.
 */
export function splitWords(written: string): string[] {
  const text = written.replace(electronic, "$1");
  if (!notAscii.test(text)) {
    return text.match(wordPattern) ?? [];
  }
  const runs = text.normalize("NFKC").match(wordPattern) ?? [];
  return runs.flatMap((run) =>
    run.split(unspacedRun).flatMap((part, index) => (index % 2 ? pairs(part) : part || [])),
  );
}

function pairs(run: string): string[] {
  const characters = run.match(/\P{M}\p{M}*/gu) ?? [run];
  if (characters.length < 2) {
    return characters;
  }
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Returns the parts of `createIssue`, `HTTPServer` or `GitHub`; an empty list for a word without parts. */
export function splitCase(word: string): string[] {
  return innerCapital.test(word) ? (word.match(casePart) ?? []) : [];
}

/** Makes a word comparable: lower case, and in Latin script without accents. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  return notAscii.test(lower) ? lower.normalize("NFD").replace(diacritics, "").normalize("NFC") : lower;
}

/** Stems that words of different meanings share, and how the other ones begin: production is no product, and what is important no import. */
const sharedStems: ReadonlyMap<string, string> = new Map([
  ["author", "authori"],
  ["import", "importan"],
  ["product", "production"],
]);

/** Returns the stem of a folded word (Porter 2, English). Words of other scripts stay unchanged. */
export function toTerm(folded: string): string {
  if (notAscii.test(folded)) {
    return folded.slice(0, termLength);
  }
  const term = stem(folded);
  const other = sharedStems.get(term);
  return other !== undefined && folded.startsWith(other) ? other : term.slice(0, termLength);
}
