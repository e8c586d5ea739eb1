import type { QueryTerm } from "./read-query.ts";
import type { SearchDocument } from "./search-document.ts";
import { foldWord, splitWords, toTerm } from "./split-words.ts";

/** An application as its tools are searched. */
export interface SearchedApplication {
  slug: string;
  name: string;
  /** The beginning of its description. */
  description: string;
  /** The terms of its name, and those of its slug. */
  names: readonly (readonly string[])[];
  /** The terms of its description. */
  about: ReadonlySet<string>;
}

type Described = Pick<SearchDocument, "applicationSlug" | "applicationName" | "applicationDescription">;

const descriptionLength = 300;

export function readApplication(document: Described): SearchedApplication {
  const { applicationSlug: slug, applicationName: name } = document;
  const description = document.applicationDescription.slice(0, descriptionLength);
  return {
    slug,
    name,
    description,
    names: [readTerms(name), readTerms(slug)].filter((terms) => terms.length > 0),
    about: new Set(readTerms(description)),
  };
}

/** Whether a query holds an application's full name, such as "… in google sheets". */
export function isNamed({ names }: SearchedApplication, terms: ReadonlySet<string>): boolean {
  return names.some((name) => name.every((term) => terms.has(term)));
}

/** The share of a query's words that an application's description holds. */
export function measureAbout({ about }: SearchedApplication, groups: readonly (readonly QueryTerm[])[]): number {
  let sum = 0;
  for (const group of groups) {
    sum += Math.max(0, ...group.map(({ term, weight }) => (about.has(term) ? Math.min(weight, 1) : 0)));
  }
  return groups.length === 0 ? 0 : sum / groups.length;
}

const readTerms = (text: string): string[] => splitWords(text).map((word) => toTerm(foldWord(word)));
