import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test.each([
  ["Harbor\u202e\nof the team", "Harbor of the team"],
  ["Har\u200bbor", "Har bor"],
  // They are letters to Unicode, and nothing is drawn for them.
  ["\u3164\u115f\ufe00\u{e0100}", ""],
  ["a\ufe0fb", "a b"],
  ["I \u2764\ufe0f it", "I \u2764\ufe0f it"],
])("%j is shown as %j", (text, shown) => {
  expect(cleanText(text)).toBe(shown);
});

test("a long text is cut", () => {
  expect(cleanText("a".repeat(200)).length).toBeLessThanOrEqual(120);
});
