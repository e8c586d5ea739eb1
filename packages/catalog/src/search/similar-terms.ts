import { toTerm } from "./split-words.ts";

const completionWeight = 0.8;
const slipWeight = 0.6;
const alternatives = 8;
/** Terms that are looked at for a word, and those whose mistakes are counted. All built-in applications have 600 of the most frequent letter. */
const comparedTerms = 10_000;
const measuredTerms = 1_000;
/** Minimum length of a prefix: three letters; one in scripts where a letter is a syllable or a word. */
const beginning = /^\p{Script=Latin}{3}|^\P{Script=Latin}/u;
/** Minimum length of the parts of a compound. Shorter parts are rarely words, such as `cal` and `ender`. */
const pieceLength = 4;

/** The terms of an index by their first letter, because people rarely mistype it. */
export type TermsByLetter = ReadonlyMap<string, readonly string[]>;

/** A term that a misspelled or shortened word may mean, and the weight of a match. */
interface SimilarTerm {
  term: string;
  weight: number;
}

export function groupByLetter(terms: Iterable<string>): TermsByLetter {
  return Map.groupBy(terms, firstLetter);
}

/**
 * Returns the terms with a word's first letter, some of them several times. Of a catalog with far more terms than languages have, those
 * of its largest segments are left out, so that no import makes searches slow.
 */
export function* listTerms(segments: readonly TermsByLetter[], word: string): Generator<string> {
  const letter = firstLetter(word);
  const lists = segments.map((terms) => terms.get(letter) ?? []);
  let left = comparedTerms;
  for (const list of lists.toSorted((one, other) => one.length - other.length)) {
    yield* list.slice(0, left);
    left -= Math.min(left, list.length);
  }
}

/**
 * Finds terms that an unknown folded word may mean: the shortest terms that begin with it, else the terms one typing mistake
 * away, or two in a long word. Returns nothing for a word with digits. The order is fixed.
 *
 * @param candidates the terms that begin with its letter, in any order
 */
export function similarTerms(word: string, candidates: Iterable<string>): SimilarTerm[] {
  if (/\p{N}/u.test(word)) {
    return [];
  }
  const terms = new Set(candidates);
  const completions = beginning.test(word) ? [...terms].filter((term) => term.startsWith(word)) : [];
  if (completions.length === 0) {
    return closestTerms(word, terms);
  }
  completions.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
  return completions.slice(0, alternatives).map((term) => ({ term, weight: completionWeight }));
}

/** Splits `pullrequest` into `pull` and `request` when both are known; else returns an empty list. */
export function splitCompound(word: string, isKnown: (word: string) => boolean): string[] {
  for (let index = pieceLength; index <= word.length - pieceLength; index++) {
    const pieces = [word.slice(0, index), word.slice(index)];
    if (pieces.every(isKnown)) {
      return pieces;
    }
  }
  return [];
}

function closestTerms(word: string, terms: ReadonlySet<string>): SimilarTerm[] {
  const wanted = toTerm(word);
  let slips = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (slips === 0) {
    return [];
  }
  let closest: string[] = [];
  let measured = 0;
  const letters = markLetters(wanted);
  for (const term of terms) {
    const isNear =
      term.length >= 3 &&
      Math.abs(term.length - wanted.length) <= slips &&
      countBits(markLetters(term) ^ letters) <= 2 * slips;
    if (!isNear || measured++ > measuredTerms) {
      continue;
    }
    const distance = countSlips(wanted, term, slips);
    if (distance < slips) {
      closest = [];
    }
    if (distance <= slips) {
      closest.push(term);
    }
    slips = Math.min(slips, distance);
  }
  return closest
    .sort()
    .slice(0, alternatives)
    .map((term) => ({ term, weight: slipWeight }));
}

/** A bit for each letter that a word holds. A typing mistake changes two of them at most. */
function markLetters(word: string): number {
  let marks = 0;
  for (let index = 0; index < word.length; index++) {
    marks |= 1 << (word.charCodeAt(index) & 31);
  }
  return marks;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) {
    count++;
  }
  return count;
}

function firstLetter(word: string): string {
  return word.charAt(0);
}

/** Counts letters added, dropped, changed or swapped with a neighbor (optimal string alignment). Stops above `limit`. */
function countSlips(one: string, other: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          cell(last, column) + 1,
          cell(current, column - 1) + 1,
          cell(last, column - 1) + change,
          swapped ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...current) > limit) {
      return limit + 1;
    }
    beforeLast = last;
    last = current;
  }
  return cell(last, other.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
