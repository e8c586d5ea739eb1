/** Lists the pairs of neighboring letters of a text, each as a number. */
export function listPairs(text: string): Set<number> {
  const pairs = new Set<number>();
  for (let index = 0; index < text.length - 1; index++) {
    pairs.add(pairAt(text, index));
  }
  return pairs;
}

/** Counts the pairs of a text that are among others. A pair that the text repeats counts once, so that repetition is no likeness. */
export function countShared(pairs: ReadonlySet<number>, text: string): number {
  const shared = new Set<number>();
  for (let index = 0; index < text.length - 1; index++) {
    const pair = pairAt(text, index);
    if (pairs.has(pair)) {
      shared.add(pair);
    }
  }
  return shared.size;
}

const pairAt = (text: string, index: number): number =>
  text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1);
