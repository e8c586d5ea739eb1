import { at } from "./typed-arrays.ts";

/** The share of meaning in a score; the rest are the words. */
const meaningShare = 0.5;
/** A document that holds none of the words needs a meaning at least this close, and only the closest are taken. */
const leastSimilarity = 0.3;
const mostByMeaning = 50;

/**
 * Adds closeness in meaning to the scores of words. Both are taken relative to the best of the query, so that neither drowns the
 * other.
 *
 * @param similarities cosines, by document; 0 where a document has no embedding
 */
export function fuseScores(scores: Float32Array, similarities: Float32Array): void {
  const bestScore = findLargest(scores);
  const bestSimilarity = findLargest(similarities);
  if (bestSimilarity <= 0) {
    return;
  }
  const limit = Math.max(leastSimilarity, findNthLargest(similarities, mostByMeaning));
  for (let document = 0; document < scores.length; document++) {
    const score = at(scores, document);
    const similarity = Math.max(0, at(similarities, document));
    const isFound = score > 0 || similarity >= limit;
    scores[document] = isFound
      ? (1 - meaningShare) * (bestScore > 0 ? score / bestScore : 0) +
        (meaningShare * similarity) / bestSimilarity
      : 0;
  }
}

const findLargest = (values: Float32Array): number =>
  values.reduce((largest, value) => Math.max(largest, value), 0);

const findNthLargest = (values: Float32Array, count: number): number => {
  const sorted = values.toSorted();
  return sorted[Math.max(0, sorted.length - count)] ?? 0;
};
