import { makeStopWords } from "./stop-words.ts";
import { makeActions, makeSynonyms } from "./synonyms.ts";

/** What is known of words beforehand. */
export interface Lexicon {
  stopWords: ReadonlySet<string>;
  /** The other terms that may stand for a term. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** The actions that a verb may mean, as terms that are no words. */
  actions: ReadonlyMap<string, readonly string[]>;
}

export function makeLexicon(): Lexicon {
  return { stopWords: makeStopWords(), synonyms: makeSynonyms(), actions: makeActions() };
}
