import type { Lexicon } from "./lexicon.ts";
import { similarTerms, splitCompound } from "./similar-terms.ts";
import { foldWord, splitCase, splitWords, toTerm } from "./split-words.ts";

/** A term of the index that may stand for a word of the query, and how much a match counts. */
export interface QueryTerm {
  term: string;
  weight: number;
}

/** What a query is read against. */
export interface QueryContext extends Lexicon {
  /** Whether any document holds the term. */
  hasTerm(term: string): boolean;
  /** The terms that begin with the same letter, in a fixed order. */
  termsLike(word: string): readonly string[];
}

const synonymWeight = 0.5;
const actionWeight = 0.3;
/** Words of one query that are compared with the whole vocabulary. */
const misspelledWords = 4;

/**
 * The words of a query, folded and without stop words unless there are no others. `GitHub` stays whole where the index
 * knows it so, `createIssue` gives its parts too, and `you tube` gives `youtube` too.
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
  const telling = words.filter((word) => !stopWords.has(word));
  return telling.length > 0 ? telling : words;
}

/** The terms to look for: one list of alternatives for each word, and one for the action that the first verb names. */
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
