import { expect, test } from "vitest";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { mergeSubItems } from "./merge-sub-items.ts";

const tool = { slug: "shop_list_items", contextType: null } as ToolEntry;
const fieldsOf = (run: () => unknown): string[] => {
  try {
    run();
    return [];
  } catch (error) {
    return (error as { details: { field: string }[] }).details.map(({ field }) => field);
  }
};

test("fields and sub-items are merged into one input", () => {
  const { input, subItemNames } = mergeSubItems(tool, { fields: { a: 1 }, subItems: { b: [2] } });
  expect(input).toEqual({ a: 1, b: [2] });
  expect([...subItemNames]).toEqual(["b"]);
});

test("both may be left out or null", () => {
  for (const body of [{}, { fields: null, subItems: null }]) {
    expect(mergeSubItems(tool, body).input).toEqual({});
  }
});

test("every name that is in both is reported", () => {
  const body = { fields: { a: 1, b: 1, c: 1 }, subItems: { a: 2, c: 2, d: 2 } };
  expect(fieldsOf(() => mergeSubItems(tool, body))).toEqual(["subItems.a", "subItems.c"]);
  expect(fieldsOf(() => mergeSubItems(tool, { fields: { a: 1 }, subItems: { a: 1 } }))).toEqual([
    "subItems.a",
  ]);
});

test("members of the prototype are in neither", () => {
  expect(mergeSubItems(tool, { fields: {}, subItems: { constructor: 1 } }).input).toEqual({ constructor: 1 });
});
