import type { SearchSegment } from "./search-segment.ts";
import { at } from "./typed-arrays.ts";

/** A segment of an index, and the number of its first document there. */
export interface PlacedSegment extends SearchSegment {
  first: number;
}

export function placeSegments(segments: readonly SearchSegment[]): PlacedSegment[] {
  let first = 0;
  return segments.map((segment) => {
    const placed = { ...segment, first };
    first += segment.size;
    return placed;
  });
}

/** Number of documents that hold a term. */
export function countHolding(segments: readonly PlacedSegment[], term: string): number {
  let holding = 0;
  for (const { vocabulary, data } of segments) {
    const number = vocabulary.get(term);
    const { starts } = data.postings;
    holding += number === undefined ? 0 : at(starts, number + 1) - at(starts, number);
  }
  return holding;
}
