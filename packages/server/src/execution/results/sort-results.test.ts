import fc from "fast-check";
import { expect, test } from "vitest";
import { sortResults } from "./sort-results.ts";

async function sort(values: unknown[], orderDirection: 1 | -1 = 1): Promise<unknown[]> {
  const records = values.map((v) => ({ v }));
  const sorted = await sortResults(records, [{ fieldName: "v", orderDirection }]);
  return sorted.map((record) => (record as { v: unknown }).v);
}

test("numbers, texts, dates and booleans are sorted in their own order", async () => {
  expect(await sort([10, 9, -1])).toEqual([-1, 9, 10]);
  expect(await sort(["b", "B", "a", "ä"])).toEqual(["B", "a", "b", "ä"]);
  expect(await sort([true, false])).toEqual([false, true]);
  expect(await sort(["2026-01-01T00:00:00+02:00", "2025-12-31T23:00:00Z"])).toEqual([
    "2026-01-01T00:00:00+02:00",
    "2025-12-31T23:00:00Z",
  ]);
});

test("dates among other texts are compared as texts, so that the order is transitive", async () => {
  const values = ["2026-01-01T05:00:00+05:00", "2026-01-01T03", "2026-01-01T01:00:00Z"];
  const sorted = ["2026-01-01T01:00:00Z", "2026-01-01T03", "2026-01-01T05:00:00+05:00"];
  expect(await sort(values)).toEqual(sorted);
  expect(await sort(values.toReversed())).toEqual(sorted);
});

test("nulls are last in both directions", async () => {
  expect(await sort([null, 2, undefined, 1])).toEqual([1, 2, null, undefined]);
  expect(await sort([null, 2, undefined, 1], -1)).toEqual([2, 1, null, undefined]);
});

test("absent values leave a list of dates one of dates", async () => {
  const [earlier, later] = ["2026-01-01T00:00:00+02:00", "2025-12-31T23:00:00Z"];
  expect(await sort([later, null, earlier])).toEqual([earlier, later, null]);
});

test("the sort is stable, and the next clause decides between equals", async () => {
  const records = [
    { a: 1, b: 1, n: 0 },
    { a: 1, b: 2, n: 1 },
    { a: 0, b: 1, n: 2 },
    { a: 1, b: 2, n: 3 },
  ];
  const sorted = await sortResults(records, [
    { fieldName: "a", orderDirection: 1 },
    { fieldName: "b", orderDirection: -1 },
  ]);
  expect(sorted.map((record) => (record as { n: number }).n)).toEqual([2, 1, 3, 0]);
});

test("the input is not changed", async () => {
  const records = [{ v: 2 }, { v: 1 }];
  await sortResults(records, [{ fieldName: "v", orderDirection: 1 }]);
  expect(records).toEqual([{ v: 2 }, { v: 1 }]);
});

test("sorting a sorted list changes nothing, for any values", async () => {
  const value = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(value), fc.constantFrom<1 | -1>(1, -1), async (values, direction) => {
      const once = await sort(values, direction);
      expect(await sort(once, direction)).toEqual(once);
      expect(new Set(once)).toEqual(new Set(values));
      expect(once).toHaveLength(values.length);
    }),
    { numRuns: 300 },
  );
});

test("a list of any length is sorted like the engine's own stable sort", async () => {
  const records = Array.from({ length: 5000 }, (_, n) => ({ key: (n * 7919) % 100, n }));
  const sorted = await sortResults(records, [{ fieldName: "key", orderDirection: -1 }]);
  expect(sorted).toEqual(records.toSorted((a, b) => b.key - a.key || a.n - b.n));
});

test("a record's key is built once, even for an object", async () => {
  let reads = 0;
  const records = Array.from({ length: 300 }, (_, n) => ({
    v: {
      toJSON() {
        reads++;
        return { n: 1000 - n };
      },
    },
  }));
  await sortResults(records, [{ fieldName: "v", orderDirection: 1 }]);
  expect(reads).toBe(300);
});

test("infinite numbers are sorted as numbers", async () => {
  const infinite = Number.POSITIVE_INFINITY;
  expect(await sort([infinite, 1, -infinite, infinite])).toEqual([-infinite, 1, infinite, infinite]);
});
