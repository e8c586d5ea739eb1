import { expect, test } from "vitest";
import { countOf } from "./count-of.ts";

test.each([
  [0, "0 calls"],
  [1, "1 call"],
  [2, "2 calls"],
  [12_345, "12,345 calls"],
])("%i call in words", (count, text) => {
  expect(countOf(count, "call")).toBe(text);
});
