import { actionOfMethod, changing, type Meaning } from "./actions.ts";
import type { Lexicon } from "./lexicon.ts";
import { listWords, type PathWords } from "./read-operation.ts";
import type { SearchDocument } from "./search-document.ts";
import { foldWord, splitWords, toTerm } from "./split-words.ts";

const versionPattern = /^v?\d+$/;

/** What a document is about besides its words. */
export interface Features {
  /** What the verb in its name says: bits of actions. */
  namedActions: number;
  /** What its method says. */
  methodActions: number;
  /** Terms of its name, without the verb, stop words and the application's name. */
  head: readonly string[];
}

export function readFeatures(
  document: SearchDocument,
  path: PathWords,
  { meanings, stopWords }: Lexicon,
): Features {
  const { applicationName, applicationSlug, name, operation, method } = document;
  const own = new Set(splitWords(`${applicationName} ${applicationSlug}`).map(toWordTerm));
  const words = listWords(name).map(foldWord);
  const verb = words.findIndex((word) => meanings.has(toTerm(word)));
  const head = new Set(
    words
      .filter((word, index) => index !== verb && !stopWords.has(word) && !versionPattern.test(word))
      .map(toTerm)
      .filter((term) => !own.has(term)),
  );
  const spoken = meanings.get(toTerm(words[verb] ?? ""))?.actions ?? 0;
  const technical = findMeaning(listWords(operation.replaceAll("_", " ")), meanings)?.actions ?? 0;
  return {
    // "Change an issue's state" says less than its operation, `issues_transition`.
    namedActions: spoken === 0 || (spoken & changing) !== 0 ? spoken | technical : spoken,
    methodActions:
      path.verb === null
        ? actionOfMethod(method, !path.endsWithParameter)
        : (meanings.get(toTerm(path.verb))?.actions ?? 0),
    head: [...head],
  };
}

const findMeaning = (words: readonly string[], meanings: ReadonlyMap<string, Meaning>): Meaning | undefined =>
  words.map((word) => meanings.get(toTerm(foldWord(word)))).find((meaning) => meaning !== undefined);

const toWordTerm = (word: string): string => toTerm(foldWord(word));
