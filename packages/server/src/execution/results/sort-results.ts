import type { ActivitySort } from "@bowline/contract";
import { compareDecimals, type Decimal, readDecimalValue } from "../../runtimes/decimal.ts";
import { orderByCodePoint } from "../../runtimes/order-text.ts";
import { readDate } from "../../runtimes/read-date.ts";
import { Pace } from "../pace.ts";
import { compareKeys, preparePath } from "./compare-values.ts";

type Key = string | number | bigint | Decimal;

/** The sort keys of one clause, one for each record. Built once, because a record is compared many times. */
interface Column {
  /** The rank of each value's type; `absent` for absent values. */
  ranks: Uint8Array;
  /** Keys of one rank have one type. */
  keys: Key[];
  direction: 1 | -1;
}

/** Values of different types are ordered by their types' names, so that the order is total. */
const ranks = { boolean: 0, number: 1, object: 2, string: 3 };
const absent = 4;

/** The engine sorts runs of this length. Longer lists are merged from such runs. */
const runLength = 1024;

/**
 * Sorts by the first clause in which two records differ. Stable; nulls are last in both directions (decisions D32).
 *
 * @param numberFields fields whose texts are numbers that a double does not hold
 */
export async function sortResults(
  records: readonly unknown[],
  clauses: readonly ActivitySort[],
  numberFields: readonly string[] = [],
): Promise<unknown[]> {
  const pace = new Pace();
  const columns: Column[] = [];
  for (const clause of clauses) {
    columns.push(await buildColumn(records, clause, numberFields, pace));
  }
  const positions = await sortPositions(records.length, (a, b) => compareRecords(columns, a, b), pace);
  return Array.from(positions, (position) => records[position]);
}

async function buildColumn(
  records: readonly unknown[],
  { fieldName, orderDirection }: ActivitySort,
  numberFields: readonly string[],
  pace: Pace,
): Promise<Column> {
  const read = preparePath(fieldName);
  const isNumber = numberFields.includes(fieldName);
  const column: Column = { ranks: new Uint8Array(records.length), keys: [], direction: orderDirection };
  let isDates = true;
  for (const [position, record] of records.entries()) {
    const value = read(record);
    const [rank, key] = (isNumber ? readNumberKey(value) : null) ?? readKey(value);
    column.ranks[position] = rank;
    column.keys.push(key);
    isDates &&= rank === absent || (typeof value === "string" && readDate(value) !== null);
    if (pace.isDue(rank === ranks.object ? Number.POSITIVE_INFINITY : 1)) {
      await pace.rest();
    }
  }
  // Texts are compared as dates only if all of them are dates. A mix would not be transitive.
  if (isDates) {
    column.keys = records.map((record) => readDate(String(read(record))) ?? 0n);
  }
  return column;
}

function readNumberKey(value: unknown): [rank: number, key: Key] | null {
  const number = readDecimalValue(value);
  return number === null ? null : [ranks.number, number];
}

function readKey(value: unknown): [rank: number, key: Key] {
  switch (typeof value) {
    case "boolean":
      return [ranks.boolean, Number(value)];
    case "number":
      return [ranks.number, value];
    case "string":
      return [ranks.string, orderByCodePoint(value)];
    default:
      return value === null || value === undefined
        ? [absent, 0]
        : [ranks.object, JSON.stringify(value) ?? ""];
  }
}

function compareRecords(columns: readonly Column[], a: number, b: number): number {
  for (const column of columns) {
    const order = compareIn(column, a, b);
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

function compareIn({ ranks, keys, direction }: Column, a: number, b: number): number {
  const rankA = ranks[a] ?? absent;
  const rankB = ranks[b] ?? absent;
  if (rankA === absent || rankB === absent) {
    return Number(rankA === absent) - Number(rankB === absent);
  }
  return direction * (rankA - rankB || compareSortKeys(keys[a] ?? 0, keys[b] ?? 0));
}

const compareSortKeys = (a: Key, b: Key): number =>
  typeof a === "object" && typeof b === "object"
    ? compareDecimals(a, b)
    : compareKeys(a as string | number | bigint, b as string | number | bigint);

/** A merge sort that yields to other calls. The engine's own sort cannot be interrupted. */
async function sortPositions(
  count: number,
  compare: (a: number, b: number) => number,
  pace: Pace,
): Promise<Uint32Array> {
  let sorted = Uint32Array.from({ length: count }, (_, position) => position);
  for (let from = 0; from < count; from += runLength) {
    sorted.subarray(from, from + runLength).sort(compare);
    if (pace.isDue(Number.POSITIVE_INFINITY)) {
      await pace.rest();
    }
  }
  let merged = new Uint32Array(count);
  for (let width = runLength; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      await mergeRuns(sorted, merged, [from, from + width, Math.min(from + 2 * width, count)], compare, pace);
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

/** Merges the run from the first bound to the second with the run from there to the third. */
async function mergeRuns(
  source: Uint32Array,
  target: Uint32Array,
  [from, middle, to]: [number, number, number],
  compare: (a: number, b: number) => number,
  pace: Pace,
): Promise<void> {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    const isLeft = left < middle && (right >= to || compare(source[left] ?? 0, source[right] ?? 0) <= 0);
    target[at] = source[isLeft ? left++ : right++] ?? 0;
    if (pace.isDue()) {
      await pace.rest();
    }
  }
}
