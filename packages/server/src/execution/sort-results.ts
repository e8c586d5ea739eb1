import type { ActivitySort } from "@bowline/contract";
import { compareTexts, compareValues, readPath } from "./compare-values.ts";

/** Sorts by the first clause that tells two records apart; stable, with nulls last either way (decisions D32). */
export function sortResults(records: readonly unknown[], clauses: readonly ActivitySort[]): unknown[] {
  return records.toSorted((a, b) => {
    for (const { fieldName, orderDirection } of clauses) {
      const order = compareNullsLast(readPath(a, fieldName), readPath(b, fieldName), orderDirection);
      if (order !== 0) {
        return order;
      }
    }
    return 0;
  });
}

function compareNullsLast(a: unknown, b: unknown, direction: 1 | -1): number {
  const isAbsentA = a === null || a === undefined;
  const isAbsentB = b === null || b === undefined;
  if (isAbsentA || isAbsentB) {
    return Number(isAbsentA) - Number(isAbsentB);
  }
  // Values of different types stand in the order of their types' names, so that the order is total.
  return direction * (compareValues(a, b) ?? compareTexts(sortText(a), sortText(b)));
}

const sortText = (value: unknown): string => `${typeof value}${JSON.stringify(value)}`;
