import { setImmediate as nextTurn } from "node:timers/promises";
import { GrowingNumbers } from "./growing-numbers.ts";
import type { Lexicon } from "./lexicon.ts";
import { PostingCollector } from "./posting-collector.ts";
import { cutNames, type SearchDocument } from "./search-document.ts";
import { describeApplication } from "./searched-applications.ts";
import { type DescribedApplication, type SegmentData, segmentVersion } from "./segment-data.ts";

/** Words per turn of the event loop: a few milliseconds. A usual document has 50 to 100. */
const wordsPerTurn = 5_000;

/** Reads a few documents at a time, so that other work of the process continues. */
export async function buildSegment(
  documents: Iterable<SearchDocument>,
  lexicon: Lexicon,
): Promise<SegmentData> {
  const collector = new PostingCollector(lexicon);
  const positions = new Map<string, number>();
  const applications: DescribedApplication[] = [];
  const applicationOf = new GrowingNumbers();
  const slugs: string[] = [];
  const names: string[] = [];
  let wordsRead = 0;
  for (const written of documents) {
    const document = cutNames(written);
    const { applicationSlug } = document;
    const application = positions.get(applicationSlug) ?? applications.length;
    if (application === applications.length) {
      positions.set(applicationSlug, application);
      applications.push(describeApplication(document));
    }
    applicationOf.push(application);
    wordsRead += collector.add(document);
    names.push(document.name.toLowerCase());
    slugs.push(document.slug);
    if (wordsRead > wordsPerTurn) {
      wordsRead = 0;
      await nextTurn();
    }
  }
  return {
    version: segmentVersion,
    slugs,
    names,
    applications,
    applicationOf: applicationOf.values().slice(),
    ...(await collector.finish()),
  };
}
