/** Reads an index that is known to be in range. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  return list[index] as T;
}

export function add(scores: Float32Array, document: number, score: number): void {
  scores[document] = at(scores, document) + score;
}
