/** Lists the pairs of neighboring letters of a text, each as a number. */
export function listPairs(text: string): Set<number> {
  const pairs = new Set<number>();
  for (let index = 0; index < text.length - 1; index++) {
    pairs.add(pairAt(text, index));
  }
  return pairs;
}

/** Counts the pairs of a text that are among others. */
export function countShared(pairs: ReadonlySet<number>, text: string): number {
  let shared = 0;
  for (let index = 0; index < text.length - 1; index++) {
    if (pairs.has(pairAt(text, index))) {
      shared++;
    }
  }
  return shared;
}

const pairAt = (text: string, index: number): number =>
  text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1);
