import { setImmediate as nextTurn } from "node:timers/promises";
import type { Postings } from "./build-postings.ts";
import type { Lexicon } from "./lexicon.ts";
import { NamedApplications } from "./named-applications.ts";
import { PostingCollector } from "./posting-collector.ts";
import type { SearchDocument } from "./search-document.ts";
import { groupByLetter, type TermsByLetter } from "./similar-terms.ts";

/** Documents that can be searched alone or with other segments. Immutable. */
export interface SearchSegment {
  /** Number of documents. They are numbered from 0 in the given order. */
  readonly size: number;
  readonly slugs: readonly string[];
  readonly isInSlugOrder: boolean;
  readonly postings: Postings;
  readonly applications: NamedApplications;
  /** Documents by lower-case name. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** The terms of the postings, to find similar ones for unknown words. */
  readonly termsByLetter: TermsByLetter;
}

/** Documents per turn of the event loop: about 5 ms. */
const documentsPerTurn = 100;

/** Reads a few documents at a time, so that other work of the process continues. */
export async function buildSegment(
  documents: Iterable<SearchDocument>,
  { actions }: Lexicon,
): Promise<SearchSegment> {
  const collector = new PostingCollector(actions);
  const applications = new NamedApplications();
  const byName = new Map<string, number[]>();
  const slugs: string[] = [];
  for (const document of documents) {
    collector.add(document);
    applications.add(document, slugs.length);
    const name = document.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), slugs.length]);
    slugs.push(document.slug);
    if (slugs.length % documentsPerTurn === 0) {
      await nextTurn();
    }
  }
  const postings = collector.finish();
  const termsByLetter = groupByLetter(postings.vocabulary.keys());
  const isInSlugOrder = slugs.every((slug, index) => index === 0 || (slugs[index - 1] ?? "") < slug);
  return { size: slugs.length, slugs, isInSlugOrder, postings, applications, byName, termsByLetter };
}
