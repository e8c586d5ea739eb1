import { expect, test } from "vitest";
import { splitPointer, splitReference } from "./json-pointer.ts";

test.each([
  ["", []],
  ["/a/b", ["a", "b"]],
  ["/a~1b/m~0n", ["a/b", "m~n"]],
  ["/~01", ["~1"]],
  ["/a%2Fb", ["a%2Fb"]],
])("the pointer %j", (pointer, parts) => {
  expect(splitPointer(pointer)).toEqual(parts);
});

test.each([
  ["#", []],
  ["#/a~1b/c%25d", ["a/b", "c%d"]],
  ["#/a%2Fb", ["a", "b"]],
  ["#/a%7E1b/%7E01", ["a/b", "~1"]],
  ["#/100%", ["100%"]],
])("the reference %j has its percent signs decoded first", (reference, parts) => {
  expect(splitReference(reference)).toEqual(parts);
});
