import { expect, test } from "vitest";
import { matchesPattern } from "./matches-pattern.ts";

test("a pattern must match the whole value", () => {
  expect(matchesPattern("[a-z]+", "abc")).toBe(true);
  expect(matchesPattern("a|b", "ab")).toBe(false);
  expect(matchesPattern("[a-z]+", "abc\n")).toBe(false);
});

test("a backtracking pattern takes linear time, and one that cannot matches nothing", () => {
  expect(matchesPattern("(a+)+", `${"a".repeat(60_000)}!`)).toBe(false);
  expect(matchesPattern("(?=a)a", "a")).toBe(false);
});
