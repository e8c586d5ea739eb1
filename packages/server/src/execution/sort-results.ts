import type { ActivitySort } from "@bowline/contract";
import { compareTexts, compareValues, readDate, readPath } from "./compare-values.ts";

/** What one clause compares, in the order of the records; null stands for an absent value. */
interface Column {
  keys: unknown[];
  direction: 1 | -1;
}

/** Sorts by the first clause that tells two records apart; stable, with nulls last either way (decisions D32). */
export function sortResults(records: readonly unknown[], clauses: readonly ActivitySort[]): unknown[] {
  const columns = clauses.map(
    ({ fieldName, orderDirection }): Column => ({
      keys: readKeys(records.map((record) => readPath(record, fieldName) ?? null)),
      direction: orderDirection,
    }),
  );
  const positions = records.map((_, position) => position);
  positions.sort((a, b) => compareRecords(columns, a, b));
  return positions.map((position) => records[position]);
}

/** Texts are compared as dates only where all of them are: a mixture of the two ways would be no order. */
function readKeys(values: unknown[]): unknown[] {
  const dates = values.map((value) => (typeof value === "string" ? readDate(value) : null));
  return values.every((value, position) => value === null || dates[position] !== null) ? dates : values;
}

function compareRecords(columns: readonly Column[], a: number, b: number): number {
  for (const { keys, direction } of columns) {
    const order = compareNullsLast(keys[a], keys[b], direction);
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

function compareNullsLast(a: unknown, b: unknown, direction: 1 | -1): number {
  if (a === null || b === null) {
    return Number(a === null) - Number(b === null);
  }
  if (typeof a === "string" && typeof b === "string") {
    return direction * compareTexts(a, b);
  }
  // Values of different types stand in the order of their types' names, so that the order is total.
  return direction * (compareValues(a, b) ?? compareTexts(sortText(a), sortText(b)));
}

const sortText = (value: unknown): string => `${typeof value}${JSON.stringify(value)}`;
