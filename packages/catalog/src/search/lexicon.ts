import { makeStopWords } from "./stop-words.ts";
import { makeActions, makeSynonyms } from "./synonyms.ts";

/** Built-in knowledge about words. */
export interface Lexicon {
  stopWords: ReadonlySet<string>;
  /** The synonyms of a term. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** The actions that a verb may mean. Each is a term that cannot be a word. */
  actions: ReadonlyMap<string, readonly string[]>;
}

export function makeLexicon(): Lexicon {
  return { stopWords: makeStopWords(), synonyms: makeSynonyms(), actions: makeActions() };
}
