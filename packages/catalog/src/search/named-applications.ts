import type { SearchDocument } from "./search-document.ts";
import { foldWord, splitWords, toTerm } from "./split-words.ts";

interface NamedApplication {
  /** The terms of its name, and those of its slug. */
  names: string[][];
  documents: number[];
}

/** Finds the documents whose application's full name is in a query, such as "… in google sheets". */
export class NamedApplications {
  readonly #applications = new Map<string, NamedApplication>();

  add(document: SearchDocument, number: number): void {
    let application = this.#applications.get(document.applicationSlug);
    if (!application) {
      const names = [document.applicationName, document.applicationSlug].map(readName);
      application = { names: names.filter((terms) => terms.length > 0), documents: [] };
      this.#applications.set(document.applicationSlug, application);
    }
    application.documents.push(number);
  }

  *find(terms: ReadonlySet<string>): Generator<number> {
    for (const { names, documents } of this.#applications.values()) {
      if (names.some((name) => name.every((term) => terms.has(term)))) {
        yield* documents;
      }
    }
  }
}

function readName(name: string): string[] {
  return splitWords(name).map((word) => toTerm(foldWord(word)));
}
