import { expect, test } from "vitest";
import { cleanText, renderJson } from "./clean-text.ts";

/** A sequence that clears the screen, with one character for its beginning, and one that turns the text after it. */
const hostile = "a\u009b2Jb\u202ec\u007f\u061c";

test("text of others does not move the cursor or turn the text after it", () => {
  expect(cleanText(hostile)).toBe("a 2Jb c ");
});

test("neither does JSON, which stays the same for a program", () => {
  const json = renderJson({ [hostile]: [hostile, "é", "\u001b[2J"] });
  expect(json).toContain('"a\\u009b2Jb\\u202ec\\u007f\\u061c"');
  expect(json).toContain('"é"');
  expect(json).toContain('"\\u001b[2J"');
  expect(JSON.parse(json)).toEqual({ [hostile]: [hostile, "é", "\u001b[2J"] });
});

test("JSON shows characters that are not drawn, and leaves emoji as they are", () => {
  const value = { a: "pay\u200b\u2060\ufeff\u00ad\u061c", b: "\u2028\u{e0041}", c: "❤️ x\ufe0f" };
  const json = renderJson(value, 0);
  expect(json).toBe(
    String.raw`{"a":"pay\u200b\u2060\ufeff\u00ad\u061c","b":"\u2028\udb40\udc41","c":"❤️ x\ufe0f"}`,
  );
  expect(JSON.parse(json)).toEqual(value);
});
