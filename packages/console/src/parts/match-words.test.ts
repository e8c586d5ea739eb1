import { expect, test } from "vitest";
import { matchWords } from "./match-words.ts";

test("a search finds texts that hold each of its words, in any order and case", () => {
  const fits = matchWords("  Issue CLOSE ");
  expect(["Close an issue", "issues that were closed", "Close a door", ""].map(fits)).toEqual([
    ...[true, true, false, false],
  ]);
  expect(matchWords(" ")("anything")).toBe(true);
});
