import { countShared, listPairs } from "./letter-pairs.ts";

const maxReadLength = 100;
const minimumNearness = 0.5;

/** How many characters of values may still be compared. */
export interface CompareBudget {
  left: number;
}

/**
 * Finds the values nearest to a wrong one, best first, by the pairs of letters they share: `grocery` finds
 * `grocery_stores_supermarkets`, and `Berlin` finds `Europe/Berlin`. Reads 100 characters of each text.
 *
 * @param budget is used up, one for a character; values beyond it are not compared
 * @returns at most `count` values; none when none is near, or when the wrong one is neither text nor number
 */
export function findNearestValues(
  wrong: unknown,
  values: readonly unknown[],
  count: number,
  budget: CompareBudget,
): unknown[] {
  const folded = foldCase(wrong);
  const pairs = listPairs(folded);
  const nearest: { value: unknown; nearness: number }[] = [];
  for (const value of pairs.size > 0 ? values : []) {
    const text = foldCase(value);
    budget.left -= text.length + 1;
    if (budget.left < 0) {
      break;
    }
    const nearness = text === folded ? 1 : measureNearness(pairs, text);
    if (nearness >= minimumNearness) {
      nearest.push({ value, nearness });
    }
  }
  return nearest
    .sort((one, other) => other.nearness - one.nearness)
    .slice(0, count)
    .map(({ value }) => value);
}

/** The mean of the shared part of both texts and that of the shorter one, which may be one word of the other. */
function measureNearness(pairs: ReadonlySet<number>, text: string): number {
  const length = text.length - 1;
  const shared = countShared(pairs, text);
  if (shared === 0) {
    return 0;
  }
  const ofBoth = (2 * shared) / (length + pairs.size);
  const ofShorter = Math.min(1, shared / Math.min(length, pairs.size));
  return Math.min(0.99, (ofBoth + ofShorter) / 2);
}

const foldCase = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, maxReadLength).toLowerCase()
    : "";
