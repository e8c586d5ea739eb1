import { type Meaning, makeMeanings } from "./actions.ts";
import { makePhrases, type Phrases } from "./phrases.ts";
import { makeStopWords } from "./stop-words.ts";
import { makeSynonyms } from "./synonyms.ts";

/** Built-in knowledge about words. */
export interface Lexicon {
  stopWords: ReadonlySet<string>;
  /** The synonyms of a term. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** The actions that a verb may mean, by its stem. */
  meanings: ReadonlyMap<string, Meaning>;
  /** Expressions of several words. */
  phrases: Phrases;
}

export function makeLexicon(): Lexicon {
  return {
    stopWords: makeStopWords(),
    synonyms: makeSynonyms(),
    meanings: makeMeanings(),
    phrases: makePhrases(),
  };
}
