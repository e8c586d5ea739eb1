import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ActivityCondition } from "@bowline/contract";
import { describe, expect, test, vi } from "vitest";
import { checkLists, filterResults } from "./filter-results.ts";

async function filter(
  values: unknown[],
  operator: ActivityCondition["operator"],
  value: string,
): Promise<unknown[]> {
  const records = values.map((v) => ({ v }));
  const kept = await filterResults(records, [{ fieldName: "v", operator, value }]);
  return kept.map((record) => (record as { v: unknown }).v);
}

describe("comparisons", () => {
  test.each<[ActivityCondition["operator"], string, unknown[], unknown[]]>([
    ["eq", "10", [9, 10, 10.5, "10", "ten", null, true], [10, "10"]],
    ["eq", "1e1", [10, "10"], [10]],
    ["eq", "", [0, "", null, false], [""]],
    ["eq", "true", [true, false, "true", 1], [true, "true"]],
    ["eq", "Ann", ["ann", "Ann"], ["Ann"]],
    ["ne", "10", [9, 10, "x", null], [9, "x", null]],
    ["gt", "9", [8, 9, 10, "10", "x", null], [10, "x"]],
    ["gte", "9", [8, 9, 10], [9, 10]],
    ["lt", "9", [8, 9, null], [8]],
    ["lte", "9", [8, 9, 10], [8, 9]],
    ["gt", "false", [true, false, 1], [true]],
    ["gt", "b", ["a", "b", "c"], ["c"]],
  ])("%s %s", async (operator, value, values, expected) => {
    expect(await filter(values, operator, value)).toEqual(expected);
  });

  test("dates compare as points in time", async () => {
    const noon = ["2026-05-01T12:00:00Z", "2026-05-01T14:00:00+02:00", "2026-05-01T12:00:00.001Z"];
    expect(await filter(noon, "eq", "2026-05-01T12:00:00.000Z")).toEqual(noon.slice(0, 2));
    expect(await filter(noon, "gt", "2026-05-01T13:00:00+01:00")).toEqual(noon.slice(2));
    expect(await filter(["2026-05-02", "yesterday"], "gte", "2026-05-02")).toEqual([
      "2026-05-02",
      "yesterday",
    ]);
  });

  test("dates compare by the microsecond, as databases keep them", async () => {
    const times = ["123456Z", "123457Z", "123Z", "123456789Z"].map((end) => `2026-05-01T12:00:00.${end}`);
    const [first, second, third, fourth] = times;
    expect(await filter(times, "gt", "2026-05-01T12:00:00.123456Z")).toEqual([second]);
    expect(await filter(times, "eq", "2026-05-01T14:00:00.123456+02:00")).toEqual([first, fourth]);
    expect(await filter(times, "in", "2026-05-01 12:00:00.123000,x")).toEqual([third]);
    expect(await filter(["9999-12-31T23:59:59.999998Z"], "lt", "9999-12-31T23:59:59.999999Z")).toHaveLength(
      1,
    );
  });

  test("a time without a zone is one of UTC, as a day is, wherever the server runs", async () => {
    const times = ["2026-04-30T23:30:00", "2026-05-01T00:30:00", "2026-05-01 02:30", "2026-05-02T00:00:00"];
    try {
      for (const zone of ["America/New_York", "Asia/Tokyo"]) {
        vi.stubEnv("TZ", zone);
        expect(new Date(0).getTimezoneOffset()).not.toBe(0);
        expect(await filter(times, "gte", "2026-05-01")).toEqual(times.slice(1));
        expect(await filter(times, "lt", "2026-05-01T02:00:00Z")).toEqual(times.slice(0, 2));
      }
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("a day that does not exist is a text, not a day of the next month", async () => {
    const days = ["2026-06-30", "2026-07-01", "2026-07-01T00:00:00Z", "2026-06-31"];
    expect(await filter(days, "lte", "2026-06-31")).toEqual(["2026-06-30", "2026-06-31"]);
    expect(await filter(days, "in", "2026-06-31")).toEqual(["2026-06-31"]);
    expect(await filter(["2024-02-29", "2025-02-29"], "eq", "2024-02-29T00:00:00Z")).toEqual(["2024-02-29"]);
  });
});

describe("texts", () => {
  test.each<[ActivityCondition["operator"], string, unknown[], unknown[]]>([
    ["contains", "AN", ["Ann", "Bob", "Diane", null, 5], ["Ann", "Diane"]],
    ["contains", "5", [15, "a5", true], [15, "a5"]],
    ["contains", "b", [["a", "B"], ["c"]], [["a", "B"]]],
    ["notContains", "an", ["Ann", "Bob", null], ["Bob", null]],
    ["startsWith", "AN", ["Ann", "Diane"], ["Ann"]],
    ["endsWith", "E", ["Ann", "Diane"], ["Diane"]],
    ["startsWith", "ΟΔΟΣ", ["ΟΔΟΣΗΜΟ", "οδος", "οδοσήμανση", "ΟΔΗΓΟΣ"], ["ΟΔΟΣΗΜΟ", "οδος", "οδοσήμανση"]],
    ["endsWith", "Σ", ["ΟΔΟΣ", "οδος", "ΟΔΟΙ"], ["ΟΔΟΣ", "οδος"]],
  ])("%s %s", async (operator, value, values, expected) => {
    expect(await filter(values, operator, value)).toEqual(expected);
  });
});

describe("lists and nulls", () => {
  test.each<[ActivityCondition["operator"], string, unknown[], unknown[]]>([
    ["in", "1, 3", [1, 2, 3, "3", null], [1, 3, "3"]],
    ["in", '["a, b", 3, true]', ["a, b", "a", 3, true], ["a, b", 3, true]],
    ["in", "[9007199254740993]", ["9007199254740992", "9007199254740993"], ["9007199254740993"]],
    ["in", "[not json", ["[not json", "x"], ["[not json"]],
    ["notIn", "1,2", [1, 2, 3, null], [3, null]],
    [
      "in",
      "2026-05-01T12:00:00Z,x",
      ["2026-05-01T14:00:00+02:00", "2026-05-01"],
      ["2026-05-01T14:00:00+02:00"],
    ],
    ["in", "true,1", [true, false, 1, "1.0"], [true, 1]],
    ["in", '[{"a":1},[2]]', [{ a: 1 }, [2], { a: 2 }], [{ a: 1 }, [2]]],
    ["in", ",5", ["", 0, 5], ["", 5]],
    ["isNull", "", [null, undefined, "", 0], [null, undefined]],
    ["isNotNull", "ignored", [null, "", 0, false], ["", 0, false]],
  ])("%s %s", async (operator, value, values, expected) => {
    expect(await filter(values, operator, value)).toEqual(expected);
  });
});

test("a dotted path reads into objects and lists; a member with the whole path as its name comes first", async () => {
  const records = [{ a: { b: [{ c: 1 }] } }, { "a.b.0.c": 1 }, { a: { b: [] } }, "text", null];
  const found = await filterResults(records, [{ fieldName: "a.b.0.c", operator: "eq", value: "1" }]);
  expect(found).toEqual(records.slice(0, 2));
});

test("members of the prototype do not belong to the record", async () => {
  for (const fieldName of ["constructor", "__proto__", "toString.name", "length"]) {
    const condition = { fieldName, operator: "isNotNull" as const, value: "" };
    expect(await filterResults([{}, "text", 5], [condition])).toEqual([]);
  }
});

test("all conditions must hold, and the order is kept", async () => {
  const records = [3, 1, 2, 5, 4].map((n) => ({ n }));
  const found = await filterResults(records, [
    { fieldName: "n", operator: "gt", value: "1" },
    { fieldName: "n", operator: "lt", value: "5" },
  ]);
  expect(found).toEqual([{ n: 3 }, { n: 2 }, { n: 4 }]);
});

test("a list of 10,000 entries is fast over many records", async () => {
  const records = Array.from({ length: 20_000 }, (_, n) => ({ n }));
  const value = Array.from({ length: 10_000 }, (_, n) => `${n}.0`).join(",");
  const begin = process.cpuUsage();
  expect(await filterResults(records, [{ fieldName: "n", operator: "in", value }])).toHaveLength(10_000);
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(3000);
});

test("a longer list is refused with its field", () => {
  const value = "1,".repeat(10_000);
  expect(checkLists([{ fieldName: "n", operator: "notIn", value }])).toEqual([
    { field: "filters[0].value", issue: "Has 10001 entries, but at most 10000 are allowed." },
  ]);
  expect(checkLists([{ fieldName: "n", operator: "eq", value }])).toEqual([]);
});

test("other work gets its turn while a large result is filtered", async () => {
  const records = Array.from({ length: 60_000 }, (_, n) => ({ text: `${n}${"x".repeat(40)}` }));
  const filters = Array.from({ length: 50 }, () => ({
    fieldName: "text",
    operator: "notContains" as const,
    value: "xy",
  }));
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  pauses.enable();
  await filterResults(records, filters);
  pauses.disable();
  expect(pauses.count).toBeGreaterThan(5);
});
