import { expect, test } from "vitest";
import { listUnstorableTexts } from "./storable-text.ts";

const issue = "Holds the character NUL or half a surrogate pair.";

test("what can be stored has no problem", () => {
  expect(listUnstorableTexts({ name: "é😀\n", list: [1, null, true, "x"], "": {} })).toEqual([]);
});

test("NUL and half a surrogate pair are named where they stand", () => {
  const value = {
    name: "a\0b",
    connections: [{ toolSlugs: ["fine", "\ud83d"] }],
    fields: { token: "\udfff" },
  };
  expect(listUnstorableTexts(value)).toEqual([
    { field: "name", issue },
    { field: "connections[0].toolSlugs[1]", issue },
    { field: "fields.token", issue },
  ]);
});

test("a member's name is looked at, too", () => {
  expect(listUnstorableTexts({ fields: { "a\0": "x" } })).toEqual([
    { field: "fields", issue: "Has a member whose name holds NUL or half a surrogate pair." },
  ]);
});
