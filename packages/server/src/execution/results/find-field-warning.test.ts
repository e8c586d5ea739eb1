import { expect, test } from "vitest";
import { findFieldWarning } from "./find-field-warning.ts";

const results = [
  { id: 1, title: "a", owner: { login: "x", full_name: "X" } },
  { id: 2, note: null },
];
const filterOn = (...names: string[]) => ({
  filters: names.map((fieldName) => ({ fieldName, operator: "isNull" as const, value: "" })),
});

test.each([
  ["titel", 'No result has the field "titel"; did you mean "title"?'],
  ["Title", 'No result has the field "Title"; did you mean "title"?'],
  ["login", 'No result has the field "login"; did you mean "owner.login"?'],
  ["owner.fullName", 'No result has the field "owner.fullName"; did you mean "owner.full_name"?'],
  ["zebra", 'No result has the field "zebra"; there are "id", "title", "owner" and others.'],
  ["zäb\r\nra", 'No result has the field "z\\u00e4b\\r\\nra"; there are "id", "title", "owner" and others.'],
])("%j is missed", async (fieldName, warning) => {
  expect(await findFieldWarning(results, filterOn(fieldName))).toBe(warning);
  expect(await findFieldWarning(results, { sort: [{ fieldName, orderDirection: 1 }] })).toBe(warning);
});

test("there is no warning for a field that some result has, even with null, nor without results", async () => {
  expect(await findFieldWarning(results, filterOn("note", "owner.login", "id"))).toBeNull();
  expect(await findFieldWarning([], filterOn("titel"))).toBeNull();
  expect(await findFieldWarning(results, {})).toBeNull();
});

test("several missing fields are counted, and a long name is cut", async () => {
  expect(await findFieldWarning([5], filterOn("a", "b", "a"))).toBe(
    'No result has the field "a" (and 1 more).',
  );
  const long = await findFieldWarning([{ ["x".repeat(1000)]: 1 }], filterOn("y".repeat(250)));
  expect(long?.length).toBeLessThan(120);
});
