import { expect, test } from "vitest";
import { listUnstorableTexts } from "./storable-text.ts";

const issue = "Holds the character NUL or half a surrogate pair.";

test("texts that can be stored have no problem", () => {
  expect(listUnstorableTexts({ name: "é😀\n", list: [1, null, true, "x"], "": {} })).toEqual([]);
});

test("NUL and half a surrogate pair are reported with their path", () => {
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

test("the names of members are checked too", () => {
  expect(listUnstorableTexts({ fields: { "a\0": "x" } })).toEqual([
    { field: "fields", issue: "Has a member whose name holds NUL or half a surrogate pair." },
  ]);
});
