import { impactScale } from "./build-postings.ts";
import { countHolding, type PlacedSegment } from "./placed-segment.ts";
import type { QueryTerm, ReadQuery } from "./read-query.ts";
import { add, at } from "./typed-arrays.ts";

const queryWords = 32;

/** Adds the weights of the query's words in each document: BM25F. */
export function scoreWords(
  segments: readonly PlacedSegment[],
  { groups }: ReadQuery,
  scores: Float32Array,
): void {
  const weighed = groups.map((terms) => weighGroup(segments, terms, scores.length));
  weighed.sort((one, other) => findHeaviest(other) - findHeaviest(one));
  const wordScores = new Float32Array(scores.length);
  for (const terms of weighed.slice(0, queryWords)) {
    scoreWord(segments, terms, wordScores.fill(0));
    for (let document = 0; document < scores.length; document++) {
      add(scores, document, at(wordScores, document));
    }
  }
}

/** Gives rare terms more weight. A synonym counts at most as much as the written word would. */
function weighGroup(
  segments: readonly PlacedSegment[],
  terms: readonly QueryTerm[],
  size: number,
): QueryTerm[] {
  const rarities = terms.map(({ term }) => measureRarity(countHolding(segments, term), size));
  const limit = terms[0]?.isWritten ? (rarities[0] ?? 0) : Number.POSITIVE_INFINITY;
  return terms.map((term, index) => ({
    ...term,
    weight: term.weight * Math.min(limit, rarities[index] ?? 0),
  }));
}

/** BM25's inverse document frequency. */
const measureRarity = (holding: number, size: number): number =>
  Math.log(1 + (size - holding + 0.5) / (holding + 0.5));

/** Takes only the best of a word's alternatives, not their sum. */
function scoreWord(
  segments: readonly PlacedSegment[],
  terms: readonly QueryTerm[],
  wordScores: Float32Array,
): void {
  for (const { vocabulary, data, first } of segments) {
    const { starts, documents, impacts } = data.postings;
    for (const { term, weight } of terms) {
      const number = vocabulary.get(term);
      if (number === undefined) {
        continue;
      }
      const scale = weight / impactScale;
      const end = at(starts, number + 1);
      for (let entry = at(starts, number); entry < end; entry++) {
        const document = first + at(documents, entry);
        const score = scale * at(impacts, entry);
        if (score > at(wordScores, document)) {
          wordScores[document] = score;
        }
      }
    }
  }
}

const findHeaviest = (terms: readonly QueryTerm[]): number => Math.max(...terms.map(({ weight }) => weight));
