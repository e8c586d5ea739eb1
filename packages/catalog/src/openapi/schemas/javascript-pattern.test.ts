import { expect, it } from "vitest";
import { javascriptPattern } from "./javascript-pattern.ts";

it.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["/^[a-z]+$/", "^[a-z]+$"],
  ["\\A\\d+\\z", "^\\d+$"],
  ["\\\\A", "\\\\A"],
])("translates %s", (pattern, expected) => {
  expect(javascriptPattern(pattern)).toBe(expected);
});

it.each(["(?i)a", "^\\p{L}+$", "[[:alpha:]]", "a++", "[a", "/abc/i"])("refuses %s", (pattern) => {
  expect(javascriptPattern(pattern)).toBeNull();
});
