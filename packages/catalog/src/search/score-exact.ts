import type { PlacedSegment } from "./placed-segment.ts";
import { add } from "./typed-arrays.ts";

const slugPrefixBonus = 1_000;
const exactSlugBonus = 100_000;
/** Above every score of words, below that of a slug. */
const exactNameBonus = 500;

/** Puts tools first whose slug is the query or begins with it, then those whose name is the query. @param text lower case */
export function scoreExact(segments: readonly PlacedSegment[], text: string, scores: Float32Array): void {
  const isLikeSlug = /^[a-z][a-z0-9_-]*$/.test(text);
  for (const { data, first } of segments) {
    for (const [document, name] of data.names.entries()) {
      if (name === text && text !== "") {
        add(scores, first + document, exactNameBonus);
      }
    }
    if (isLikeSlug) {
      for (const [document, slug] of data.slugs.entries()) {
        if (slug.startsWith(text)) {
          add(scores, first + document, slug === text ? exactSlugBonus : slugPrefixBonus);
        }
      }
    }
  }
}
