import { operations } from "@bowline/contract";
import { expect, test } from "vitest";
import { prepareLengthCheck } from "./check-lengths.ts";

const check = prepareLengthCheck(operations.executeTool.body);

test("a list that is too long is one problem, regardless of its members", () => {
  expect(check({ filters: Array(300_000).fill({}), sort: [] })).toEqual([
    { field: "filters", issue: "Must have at most 50 entries." },
  ]);
  expect(check({ filters: Array(51).fill({}) })).toHaveLength(1);
  expect(check({ filters: Array(50).fill({}) })).toEqual([]);
});

test("an object with very many unknown members is one problem", () => {
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`m${n}`, 1]));
  expect(check(members)).toEqual([
    { field: "body", issue: "Has more than 1000 members, most of which do not exist." },
  ]);
  expect(check({ filters: [members] })).toEqual([
    { field: "filters[0]", issue: "Has more than 1000 members, most of which do not exist." },
  ]);
});

test("a record with very many members is one problem", () => {
  const members = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`m${n}`, 1]));
  expect(check({ fields: members })).toEqual([{ field: "fields", issue: "Has more than 10000 members." }]);
});

test("a record of usual size and a value of another type have no problem", () => {
  expect(check({ fields: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`m${n}`, n])) })).toEqual(
    [],
  );
  expect(check({ filters: null, sort: 5, fields: [] })).toEqual([]);
  expect(check("text")).toEqual([]);
});
