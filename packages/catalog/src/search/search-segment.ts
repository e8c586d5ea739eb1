import { openApplication, type SearchedApplication } from "./searched-applications.ts";
import type { SegmentData } from "./segment-data.ts";
import { groupByLetter, type TermsByLetter } from "./similar-terms.ts";

/** Documents that can be searched alone or with other segments. Immutable. */
export interface SearchSegment {
  readonly data: SegmentData;
  readonly size: number;
  readonly isInSlugOrder: boolean;
  readonly applications: readonly SearchedApplication[];
  /** Numbers of the terms. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** The terms by first letter, to find similar ones for unknown words. */
  termsByLetter(): TermsByLetter;
}

export function openSegment(data: SegmentData): SearchSegment {
  let termsByLetter: TermsByLetter | undefined;
  return {
    data,
    size: data.slugs.length,
    isInSlugOrder: data.slugs.every((slug, index) => index === 0 || (data.slugs[index - 1] ?? "") < slug),
    applications: data.applications.map(openApplication),
    vocabulary: new Map(data.vocabulary.map((term, number) => [term, number])),
    termsByLetter() {
      termsByLetter ??= groupByLetter(data.vocabulary);
      return termsByLetter;
    },
  };
}
