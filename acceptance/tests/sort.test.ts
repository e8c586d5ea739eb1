import fc from "fast-check";
import { expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { proves } from "../support/proves.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

/** The ids of the items, sorted by the clauses. */
async function order(items: object[], ...clauses: [fieldName: string, orderDirection: 1 | -1][]) {
  bench.downstream.items = items;
  const sort = clauses.map(([fieldName, orderDirection]) => ({ fieldName, orderDirection }));
  const outcome = await execute(bench.caller, bench.tool("list_items"), { sort });
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ isSuccess: true });
  return (outcome.output as { id: number }[]).map(({ id }) => id);
}

const numbers = [
  { id: 1, n: 9 },
  { id: 2, n: 100 },
  { id: 3, n: -1 },
  { id: 4, n: 10 },
];

test(
  "1 sorts in ascending and -1 in descending order",
  proves("sort.ascending", "sort.descending"),
  async () => {
    expect(await order(numbers, ["n", 1])).toEqual([3, 1, 4, 2]);
    expect(await order(numbers, ["n", -1])).toEqual([2, 4, 1, 3]);
  },
);

test("date-times and text are sorted by their own order", proves("sort.ascending"), async () => {
  const dates = [
    { id: 1, at: "2026-01-01T12:00:00Z" },
    { id: 2, at: "2026-01-01T12:30:00+01:00" },
  ];
  expect(await order(dates, ["at", 1])).toEqual([2, 1]);
  const names = ["b", "a", "c"].map((name, id) => ({ id, name }));
  expect(await order(names, ["name", 1])).toEqual([1, 0, 2]);
});

test("sorting is stable in both directions", proves("sort.stable"), async () => {
  const items = Array.from({ length: 50 }, (_, id) => ({ id, group: id % 2 }));
  const even = items.filter(({ group }) => group === 0).map(({ id }) => id);
  const odd = items.filter(({ group }) => group === 1).map(({ id }) => id);
  expect(await order(items, ["group", 1])).toEqual([...even, ...odd]);
  expect(await order(items, ["group", -1])).toEqual([...odd, ...even]);
});

test("later clauses order equal values", proves("sort.clauses"), async () => {
  const items = [
    { id: 1, a: 1, b: 1 },
    { id: 2, a: 0, b: 1 },
    { id: 3, a: 1, b: 2 },
    { id: 4, a: 0, b: 2 },
  ];
  expect(await order(items, ["a", 1], ["b", -1])).toEqual([4, 2, 3, 1]);
});

test("nulls come last in both directions", proves("sort.nulls-last"), async () => {
  const items = [{ id: 1, n: null }, { id: 2, n: 2 }, { id: 3 }, { id: 4, n: 1 }];
  expect(await order(items, ["n", 1])).toEqual([4, 2, 1, 3]);
  expect(await order(items, ["n", -1])).toEqual([2, 4, 1, 3]);
});

test(
  "any list is sorted by the rules",
  proves("sort.stable", "sort.nulls-last", "sort.ascending"),
  async () => {
    const values = fc.option(fc.integer({ min: -3, max: 3 }), { freq: 4 });
    const lists = fc.array(values, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lists, fc.constantFrom(1 as const, -1 as const), async (list, direction) => {
        const items = list.map((n, id) => ({ id, n }));
        const expected = items.toSorted((left, right) => {
          if (left.n === null || right.n === null) {
            return Number(left.n === null) - Number(right.n === null);
          }
          return (left.n - right.n) * direction;
        });
        expect(await order(items, ["n", direction])).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  },
);

test("fieldName is a dotted path", proves("sort.dotted"), async () => {
  const items = [
    { id: 1, owner: { rank: 2 } },
    { id: 2, owner: { rank: 1 } },
  ];
  expect(await order(items, ["owner.rank", 1])).toEqual([2, 1]);
});
