import { setImmediate as nextTurn } from "node:timers/promises";
import type { Postings } from "./build-postings.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import type { Lexicon } from "./lexicon.ts";
import { type DocumentFeatures, PostingCollector } from "./posting-collector.ts";
import type { SearchDocument } from "./search-document.ts";
import { readApplication, type SearchedApplication } from "./searched-applications.ts";
import { groupByLetter, type TermsByLetter } from "./similar-terms.ts";

/** Documents that can be searched alone or with other segments. Immutable. */
export interface SearchSegment {
  /** Number of documents. They are numbered from 0 in the given order. */
  readonly size: number;
  readonly slugs: readonly string[];
  readonly isInSlugOrder: boolean;
  readonly postings: Postings;
  readonly features: DocumentFeatures;
  readonly applications: readonly SearchedApplication[];
  /** The position in `applications` of each document's one. */
  readonly applicationOf: Uint32Array;
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
  lexicon: Lexicon,
): Promise<SearchSegment> {
  const collector = new PostingCollector(lexicon);
  const applications = new Map<string, number>();
  const described: SearchedApplication[] = [];
  const applicationOf = new GrowingNumbers();
  const byName = new Map<string, number[]>();
  const slugs: string[] = [];
  for (const document of documents) {
    collector.add(document);
    const application = applications.get(document.applicationSlug) ?? described.length;
    if (application === described.length) {
      applications.set(document.applicationSlug, application);
      described.push(readApplication(document));
    }
    applicationOf.push(application);
    const name = document.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), slugs.length]);
    slugs.push(document.slug);
    if (slugs.length % documentsPerTurn === 0) {
      await nextTurn();
    }
  }
  const { postings, features } = collector.finish();
  const termsByLetter = groupByLetter(postings.vocabulary.keys());
  const isInSlugOrder = slugs.every((slug, index) => index === 0 || (slugs[index - 1] ?? "") < slug);
  return { size: slugs.length, slugs, isInSlugOrder, postings, features, applications: described, applicationOf: applicationOf.values().slice(), byName, termsByLetter };
}
