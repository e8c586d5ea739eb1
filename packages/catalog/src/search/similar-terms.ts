import { toTerm } from "./split-words.ts";

const completionWeight = 0.8;
const slipWeight = 0.6;
const alternatives = 8;
/** Minimum length of a prefix: three letters; one in scripts where a letter is a syllable or a word. */
const beginning = /^\p{Script=Latin}{3}|^\P{Script=Latin}/u;
/** Minimum length of the parts of a compound. Shorter parts are rarely words, such as `cal` and `ender`. */
const pieceLength = 4;

/** The terms of an index by their first letter, because people rarely mistype it. */
export type TermsByLetter = ReadonlyMap<string, readonly string[]>;

/** A term that a misspelt or shortened word may mean, and the weight of a match. */
interface SimilarTerm {
  term: string;
  weight: number;
}

export function groupByLetter(terms: Iterable<string>): TermsByLetter {
  return Map.groupBy(terms, firstLetter);
}

/** Returns the terms with a word's first letter, without duplicates. The order does not depend on the segments. */
export function collectTerms(lists: readonly TermsByLetter[], word: string): string[] {
  const letter = firstLetter(word);
  return [...new Set(lists.flatMap((terms) => terms.get(letter) ?? []))].sort();
}

/**
 * Finds terms that an unknown folded word may mean: the shortest terms that begin with it, else the terms one typing mistake
 * away, or two in a long word. Returns nothing for a word with digits.
 *
 * @param candidates the terms that begin with its letter
 */
export function similarTerms(word: string, candidates: readonly string[]): SimilarTerm[] {
  if (/\p{N}/u.test(word)) {
    return [];
  }
  const completions = beginning.test(word) ? candidates.filter((term) => term.startsWith(word)) : [];
  if (completions.length === 0) {
    return closestTerms(word, candidates);
  }
  completions.sort((one, other) => one.length - other.length);
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

function closestTerms(word: string, terms: readonly string[]): SimilarTerm[] {
  const wanted = toTerm(word);
  let slips = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (slips === 0) {
    return [];
  }
  let closest: SimilarTerm[] = [];
  for (const term of terms) {
    if (term.length < 3 || Math.abs(term.length - wanted.length) > slips) {
      continue;
    }
    const distance = countSlips(wanted, term, slips);
    if (distance < slips) {
      closest = [];
    }
    if (distance <= slips) {
      closest.push({ term, weight: slipWeight });
    }
    slips = Math.min(slips, distance);
  }
  return closest.slice(0, alternatives);
}

function firstLetter(word: string): string {
  return word.charAt(0);
}

/** Counts letters added, dropped, changed or swapped with a neighbour (optimal string alignment). Stops above `limit`. */
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
