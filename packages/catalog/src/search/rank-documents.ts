import type { PlacedSegment } from "./placed-segment.ts";
import { at } from "./typed-arrays.ts";

/** Positive 32-bit floats sort like their bits, so 21 bits of a double remain for the document. */
const documentSpace = 2 ** 21;

/**
 * Returns the documents with a score, best first, ties by slug. Packs score and document into one number before sorting: this is
 * ten times as fast as a comparator.
 */
export function rankDocuments(
  segments: readonly PlacedSegment[],
  scores: Float32Array<ArrayBuffer>,
  accept: (document: number) => boolean,
): number[] {
  const scoreBits = new Uint32Array(scores.buffer);
  const keys = new Float64Array(scores.length);
  let count = 0;
  for (const [document, bits] of scoreBits.entries()) {
    if (bits > 0 && accept(document)) {
      keys[count++] = bits * documentSpace + (documentSpace - 1 - document);
    }
  }
  const sorted = keys.subarray(0, count).sort().reverse();
  const documents = Array.from(sorted, (key) => documentSpace - 1 - (key % documentSpace));
  const isInSlugOrder = segments.length === 1 && segments[0]?.isInSlugOrder;
  return isInSlugOrder ? documents : sortTies(segments, documents, scores);
}

/** Sorts documents with equal scores, which are adjacent, by slug. */
function sortTies(segments: readonly PlacedSegment[], documents: number[], scores: Float32Array): number[] {
  let start = 0;
  while (start < documents.length) {
    const score = at(scores, at(documents, start));
    let end = start + 1;
    while (end < documents.length && at(scores, at(documents, end)) === score) {
      end++;
    }
    if (end - start > 1) {
      const tied = documents
        .slice(start, end)
        .map((document) => ({ document, slug: findSlug(segments, document) }));
      tied.sort((one, other) => (one.slug < other.slug ? -1 : 1));
      for (const [index, { document }] of tied.entries()) {
        documents[start + index] = document;
      }
    }
    start = end;
  }
  return documents;
}

function findSlug(segments: readonly PlacedSegment[], document: number): string {
  const segment = segments.findLast(({ first }) => first <= document);
  return segment?.data.slugs[document - segment.first] ?? "";
}
