import { beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { proves } from "../support/proves.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

const items = [
  { id: 1, name: "Apple", price: 9, active: true, at: "2026-01-01T12:00:00Z", owner: { login: "ann" } },
  {
    id: 2,
    name: "banana",
    price: 10,
    active: false,
    at: "2026-01-01T11:30:00.000+01:00",
    owner: { login: "Bob" },
  },
  { id: 3, name: "apricot", price: -2.5, active: true, at: "2025-12-31T23:59:59Z", note: null, owner: null },
  { id: 4, name: "Cherry", price: 100, active: false, at: "2026-02-01T00:00:00Z", note: "ripe, red" },
];

beforeAll(() => {
  bench.downstream.items = items;
});

type Condition = [fieldName: string, operator: string, value: string];

/** The ids of the items that match all conditions. */
async function filterIds(...conditions: Condition[]): Promise<number[]> {
  const filters = conditions.map(([fieldName, operator, value]) => ({ fieldName, operator, value }));
  const outcome = await execute(bench.caller, bench.tool("list_items"), { filters });
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ isSuccess: true });
  return (outcome.output as { id: number }[]).map(({ id }) => id);
}

test("eq keeps equal values and ne keeps the others", proves("filters.eq", "filters.ne"), async () => {
  expect(await filterIds(["name", "eq", "banana"])).toEqual([2]);
  expect(await filterIds(["name", "ne", "banana"])).toEqual([1, 3, 4]);
});

test("numbers are compared as numbers", proves("filters.number", "filters.order"), async () => {
  expect(await filterIds(["price", "eq", "10.0"])).toEqual([2]);
  expect(await filterIds(["price", "gt", "9"])).toEqual([2, 4]);
  expect(await filterIds(["price", "gte", "9"])).toEqual([1, 2, 4]);
  expect(await filterIds(["price", "lt", "9"])).toEqual([3]);
  expect(await filterIds(["price", "lte", "9"])).toEqual([1, 3]);
  expect(await filterIds(["price", "lt", "-2"])).toEqual([3]);
});

test("booleans are compared as booleans", proves("filters.boolean"), async () => {
  expect(await filterIds(["active", "eq", "true"])).toEqual([1, 3]);
  expect(await filterIds(["active", "ne", "true"])).toEqual([2, 4]);
});

test("date-times are compared as instants", proves("filters.date-time", "filters.order"), async () => {
  expect(await filterIds(["at", "eq", "2026-01-01T10:30:00Z"])).toEqual([2]);
  expect(await filterIds(["at", "gt", "2026-01-01T11:00:00Z"])).toEqual([1, 4]);
  expect(await filterIds(["at", "lte", "2026-01-01T11:30:00+01:00"])).toEqual([2, 3]);
});

test("other values are compared as text", proves("filters.text", "filters.order"), async () => {
  expect(await filterIds(["name", "eq", "APPLE"])).toEqual([]);
  expect(await filterIds(["name", "gt", "apricot"])).toEqual([2]);
  expect(await filterIds(["name", "lt", "banana"])).toEqual([1, 3, 4]);
  expect(await filterIds(["name", "gte", "Cherry"])).toEqual([2, 3, 4]);
});

test("contains and notContains ignore case", proves("filters.contains"), async () => {
  expect(await filterIds(["name", "contains", "AP"])).toEqual([1, 3]);
  expect(await filterIds(["name", "notContains", "AP"])).toEqual([2, 4]);
});

test("startsWith and endsWith ignore case", proves("filters.starts-ends"), async () => {
  expect(await filterIds(["name", "startsWith", "aP"])).toEqual([1, 3]);
  expect(await filterIds(["name", "endsWith", "RRY"])).toEqual([4]);
});

test("in and notIn take a JSON array", proves("filters.in-array"), async () => {
  expect(await filterIds(["name", "in", '["Apple","Cherry"]'])).toEqual([1, 4]);
  expect(await filterIds(["price", "in", "[10, 100]"])).toEqual([2, 4]);
  expect(await filterIds(["note", "in", '["ripe, red"]'])).toEqual([4]);
  expect(await filterIds(["name", "notIn", '["Apple","Cherry"]'])).toEqual([2, 3]);
});

test("in and notIn take a comma list", proves("filters.in-commas"), async () => {
  expect(await filterIds(["price", "in", "9,100"])).toEqual([1, 4]);
  expect(await filterIds(["name", "in", "Apple, banana"])).toEqual([1, 2]);
  expect(await filterIds(["id", "notIn", "1,2,3"])).toEqual([4]);
});

test("isNull and isNotNull look for null and missing values", proves("filters.null"), async () => {
  expect(await filterIds(["note", "isNull", ""])).toEqual([1, 2, 3]);
  expect(await filterIds(["note", "isNotNull", ""])).toEqual([4]);
  expect(await filterIds(["note", "isNull", "ripe, red"])).toEqual([1, 2, 3]);
});

test("fieldName is a dotted path", proves("filters.dotted"), async () => {
  expect(await filterIds(["owner.login", "eq", "ann"])).toEqual([1]);
  expect(await filterIds(["owner.login", "isNull", ""])).toEqual([3, 4]);
  expect(await filterIds(["__proto__.constructor", "isNotNull", ""])).toEqual([]);
});

test("all conditions must hold", proves("filters.all"), async () => {
  expect(await filterIds(["active", "eq", "true"], ["price", "gt", "0"])).toEqual([1]);
  expect(await filterIds(["active", "eq", "true"], ["active", "eq", "false"])).toEqual([]);
});
