import { expect, test } from "vitest";
import { isDeeperThan } from "./is-deeper-than.ts";

test.each<[unknown, number]>([
  [1, 0],
  ["[[[", 0],
  [[], 1],
  [{ a: { "[": "]" } }, 2],
  [{ a: ['\\"[', "\\"], b: [[]] }, 3],
  [[[[]], [], [[]]], 3],
])("%j is %d levels deep", (value, depth) => {
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    expect(isDeeperThan(text, depth)).toBe(false);
    expect(depth > 0 && isDeeperThan(text, depth - 1)).toBe(depth > 0);
  }
});

test("brackets beside each other make a text no deeper", () => {
  const text = JSON.stringify([Array(100).fill({}), Array(100).fill([]), "[".repeat(100)]);
  expect(isDeeperThan(text, 3)).toBe(false);
  expect(isDeeperThan(text, 2)).toBe(true);
});
