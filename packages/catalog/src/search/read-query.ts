import { similarTerms, splitCompound, type TermsByLetter } from "./similar-terms.ts";
import { foldWord, splitCase, splitWords, toTerm } from "./split-words.ts";

/** A term of the index that may stand for a word of the query, and how much a match counts. */
export interface QueryTerm {
  term: number;
  weight: number;
}

/** What a query is read against. */
export interface QueryContext {
  /** Numbers of the terms of the index. */
  vocabulary: ReadonlyMap<string, number>;
  stopWords: ReadonlySet<string>;
  synonyms: ReadonlyMap<string, readonly string[]>;
  actions: ReadonlyMap<string, readonly string[]>;
  /** For words that occur nowhere. */
  termsByLetter: TermsByLetter;
}

const synonymWeight = 0.5;
const actionWeight = 0.3;
/** Words of one query that are compared with the whole vocabulary. */
const misspelledWords = 4;

/**
 * The words of a query, folded and without stop words unless there are no others. `GitHub` stays whole where the index
 * knows it so, `createIssue` gives its parts too, and `you tube` gives `youtube` too.
 */
export function readWords(query: string, { vocabulary, stopWords }: QueryContext): string[] {
  const isKnown = (word: string) => vocabulary.has(toTerm(word));
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
      terms = similarTerms(word, context.termsByLetter).flatMap(({ term, weight }) =>
        numberTerms([term], weight, context),
      );
    }
    const repetition = (2 * count) / (1 + count);
    groups.push(terms.map(({ term, weight }) => ({ term, weight: weight * repetition })));
  }
  const actions = words.map((word) => context.actions.get(toTerm(word))).find((found) => found) ?? [];
  groups.push(numberTerms(actions, actionWeight, context));
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
  return [...numberTerms([term], 1, context), ...numberTerms(others, synonymWeight, context)];
}

function numberTerms(terms: readonly string[], weight: number, { vocabulary }: QueryContext): QueryTerm[] {
  return terms.flatMap((term) => {
    const number = vocabulary.get(term);
    return number === undefined ? [] : { term: number, weight };
  });
}
