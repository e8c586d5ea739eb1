import type { QueryTerm } from "./read-query.ts";
import type { SearchDocument } from "./search-document.ts";
import type { DescribedApplication } from "./segment-data.ts";
import { foldWord, splitWords, toTerm } from "./split-words.ts";

/** An application as its tools are searched. */
export interface SearchedApplication {
  slug: string;
  /** The terms of its name, and those of its slug. */
  names: readonly (readonly string[])[];
  /** The terms of its description. */
  about: ReadonlySet<string>;
}

const descriptionLength = 300;

/** Copies the texts, because a slice would keep a whole description in memory. */
export const describeApplication = (document: SearchDocument): DescribedApplication => ({
  slug: document.applicationSlug,
  name: document.applicationName,
  description: Buffer.from(document.applicationDescription.slice(0, descriptionLength)).toString(),
});

export const openApplication = ({ slug, name, description }: DescribedApplication): SearchedApplication => ({
  slug,
  names: [readTerms(name), readTerms(slug)].filter((terms) => terms.length > 0),
  about: new Set(readTerms(description)),
});

/** Whether a query holds an application's full name, such as "… in google sheets". */
export function isNamed({ names }: SearchedApplication, terms: ReadonlySet<string>): boolean {
  return names.some((name) => name.every((term) => terms.has(term)));
}

/** Whether a query says an application's name after a preposition. */
export const isPlace = ({ names }: SearchedApplication, places: ReadonlySet<string>): boolean =>
  names.some(([first = ""]) => places.has(first));

/** The share of a query's words that an application's description holds. */
export function measureAbout(
  { about }: SearchedApplication,
  groups: readonly (readonly QueryTerm[])[],
): number {
  let sum = 0;
  for (const group of groups) {
    sum += Math.max(0, ...group.map(({ term, weight }) => (about.has(term) ? Math.min(weight, 1) : 0)));
  }
  return groups.length === 0 ? 0 : sum / groups.length;
}

const readTerms = (text: string): string[] => splitWords(text).map((word) => toTerm(foldWord(word)));
