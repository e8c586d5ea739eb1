import { setImmediate as nextTurn } from "node:timers/promises";
import type { Postings } from "./build-postings.ts";
import type { Lexicon } from "./lexicon.ts";
import { NamedApplications } from "./named-applications.ts";
import { PostingCollector } from "./posting-collector.ts";
import type { SearchDocument } from "./search-document.ts";
import { groupByLetter, type TermsByLetter } from "./similar-terms.ts";

/** Some documents, ready to be searched alone or together with other segments. Never changed once made. */
export interface SearchSegment {
  /** How many documents it holds; they are counted from 0 in the order given. */
  readonly size: number;
  readonly slugs: readonly string[];
  readonly isInSlugOrder: boolean;
  readonly postings: Postings;
  readonly applications: NamedApplications;
  /** Documents by lower-case name. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** The terms of the postings, for words that occur nowhere. */
  readonly termsByLetter: TermsByLetter;
}

/** Documents read in one turn of the event loop: about 5 ms. */
const documentsPerTurn = 100;

/** Reads documents a few at a time, so that whatever else the process does goes on. */
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
