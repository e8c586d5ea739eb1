import fc from "fast-check";
import { expect, test } from "vitest";
import { sortResults } from "./sort-results.ts";

const sort = (values: unknown[], orderDirection: 1 | -1 = 1): unknown[] =>
  sortResults(
    values.map((v) => ({ v })),
    [{ fieldName: "v", orderDirection }],
  ).map((record) => (record as { v: unknown }).v);

test("numbers, texts, dates and booleans in their own order", () => {
  expect(sort([10, 9, -1])).toEqual([-1, 9, 10]);
  expect(sort(["b", "B", "a", "ä"])).toEqual(["B", "a", "b", "ä"]);
  expect(sort([true, false])).toEqual([false, true]);
  expect(sort(["2026-01-01T00:00:00+02:00", "2025-12-31T23:00:00Z"])).toEqual([
    "2026-01-01T00:00:00+02:00",
    "2025-12-31T23:00:00Z",
  ]);
});

test("dates among other texts are texts, so that the order has no circle", () => {
  const values = ["2026-01-01T05:00:00+05:00", "2026-01-01T03", "2026-01-01T01:00:00Z"];
  const sorted = ["2026-01-01T01:00:00Z", "2026-01-01T03", "2026-01-01T05:00:00+05:00"];
  expect(sort(values)).toEqual(sorted);
  expect(sort(values.toReversed())).toEqual(sorted);
});

test("nulls stand last either way", () => {
  expect(sort([null, 2, undefined, 1])).toEqual([1, 2, null, undefined]);
  expect(sort([null, 2, undefined, 1], -1)).toEqual([2, 1, null, undefined]);
});

test("it is stable, and the next clause decides among equals", () => {
  const records = [
    { a: 1, b: 1, n: 0 },
    { a: 1, b: 2, n: 1 },
    { a: 0, b: 1, n: 2 },
    { a: 1, b: 2, n: 3 },
  ];
  const sorted = sortResults(records, [
    { fieldName: "a", orderDirection: 1 },
    { fieldName: "b", orderDirection: -1 },
  ]);
  expect(sorted.map((record) => (record as { n: number }).n)).toEqual([2, 1, 3, 0]);
});

test("what comes in stays as it was", () => {
  const records = [{ v: 2 }, { v: 1 }];
  sortResults(records, [{ fieldName: "v", orderDirection: 1 }]);
  expect(records).toEqual([{ v: 2 }, { v: 1 }]);
});

test("sorting what is sorted changes nothing, whatever the values are", () => {
  const value = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 1 }),
  );
  fc.assert(
    fc.property(fc.array(value), fc.constantFrom<1 | -1>(1, -1), (values, direction) => {
      const once = sort(values, direction);
      expect(sort(once, direction)).toEqual(once);
      expect(once.toSorted().length).toBe(values.length);
    }),
    { numRuns: 300 },
  );
});
