import type { Lexicon } from "./lexicon.ts";
import { similarTerms, splitCompound } from "./similar-terms.ts";
import { foldWord, splitCase, splitWords, toTerm } from "./split-words.ts";

/** A term of the index that can match a word of the query, and the weight of that match. */
export interface QueryTerm {
  term: string;
  weight: number;
}

/** The vocabulary that a query is matched against. */
export interface QueryContext extends Lexicon {
  /** Whether any document holds the term. */
  hasTerm(term: string): boolean;
  /** The terms with the same first letter, in a fixed order. */
  termsLike(word: string): readonly string[];
}

const synonymWeight = 0.5;
const actionWeight = 0.3;
/** Number of words per query that are compared with the whole vocabulary. */
const misspelledWords = 4;

/**
 * Returns the folded words of a query. Stop words are removed unless there are no others. `GitHub` stays whole if the
 * index holds it. `createIssue` also returns its parts, and `you tube` also returns `youtube`.
 */
export function readWords(query: string, { hasTerm, stopWords }: QueryContext): string[] {
  const isKnown = (word: string) => hasTerm(toTerm(word));
  const words: string[] = [];
  let previous = "";
  for (const written of splitWords(query)) {
    const word = foldWord(written);
    const parts = splitCase(written).map(foldWord);
    if (parts.length === 0) {
      parts.push(...(isKnown(word) ? [] : splitCompound(word, isKnown)));
    }
    if (parts.length === 0 || isKnown(word)) {
      words.push(word);
    }
    if (!isKnown(word) || written.startsWith(word.slice(0, 1))) {
      words.push(...parts);
    }
    if (previous && isKnown(previous + word)) {
      words.push(previous + word);
    }
    previous = word;
  }
  const contentWords = words.filter((word) => !stopWords.has(word));
  return contentWords.length > 0 ? contentWords : words;
}

/** Returns the terms to find: a list of alternatives for each word, and one for the action that the first verb names. */
export function findTerms(words: readonly string[], context: QueryContext): QueryTerm[][] {
  const groups: QueryTerm[][] = [];
  let misspelled = 0;
  for (const [word, count] of countWords(words)) {
    let terms = knownTerms(toTerm(word), context);
    if (terms.length === 0 && misspelled++ < misspelledWords) {
      terms = similarTerms(word, context.termsLike(word));
    }
    const repetition = (2 * count) / (1 + count);
    groups.push(terms.map(({ term, weight }) => ({ term, weight: weight * repetition })));
  }
  const actions = words.map((word) => context.actions.get(toTerm(word))).find((found) => found) ?? [];
  groups.push(weighTerms(actions, actionWeight, context));
  return groups.filter((terms) => terms.length > 0);
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function knownTerms(term: string, context: QueryContext): QueryTerm[] {
  const others = context.synonyms.get(term) ?? [];
  return [...weighTerms([term], 1, context), ...weighTerms(others, synonymWeight, context)];
}

function weighTerms(terms: readonly string[], weight: number, { hasTerm }: QueryContext): QueryTerm[] {
  return terms.filter(hasTerm).map((term) => ({ term, weight }));
}
