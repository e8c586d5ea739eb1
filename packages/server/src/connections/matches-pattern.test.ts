import { expect, test } from "vitest";
import { matchesPattern } from "./matches-pattern.ts";

test("a pattern holds for the whole value", () => {
  expect(matchesPattern("[a-z]+", "abc")).toBe(true);
  expect(matchesPattern("a|b", "ab")).toBe(false);
  expect(matchesPattern("[a-z]+", "abc\n")).toBe(false);
});

test("one that would backtrack takes linear time, and one that cannot do without fits nothing", () => {
  expect(matchesPattern("(a+)+", `${"a".repeat(60_000)}!`)).toBe(false);
  expect(matchesPattern("(?=a)a", "a")).toBe(false);
});
