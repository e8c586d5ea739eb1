import { setImmediate as nextTurn } from "node:timers/promises";

/** The longest time for which the work holds the event loop, unless one item takes longer. */
const sliceMs = 8;

/** Maps one item after the other, and lets other work of the process continue in between (decisions D75). */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let begin = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (performance.now() - begin > sliceMs) {
      await nextTurn();
      begin = performance.now();
    }
  }
  return results;
}
