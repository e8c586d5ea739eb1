import { expect, test } from "vitest";
import { readFragment, readPointer } from "./json-pointer.ts";

test("a pointer is read as it stands", () => {
  expect(readPointer("")).toEqual([]);
  expect(readPointer("/100%/a%20b/c~1d~0e")).toEqual(["100%", "a%20b", "c/d~e"]);
});

test("a fragment is decoded where it can be", () => {
  expect(readFragment("#")).toEqual([]);
  expect(readFragment("#/a%20b/c~1d%25/100%")).toEqual(["a b", "c/d%", "100%"]);
});
