import { expect, test } from "vitest";
import { writeVisibleJson, writeVisibleText } from "./show-hidden.ts";

test("characters that hide or turn other text are written as escapes, and the JSON stays the same", () => {
  const value = { to: "\u202Emoc.live\u200B", tag: "\u{E0041}", lines: "one\ntwo", name: "مرحبا <b>" };
  const text = writeVisibleJson(value);
  expect(text).toContain(String.raw`"\u202emoc.live\u200b"`);
  expect(text).toContain(String.raw`"\udb40\udc41"`);
  expect(text).toContain("مرحبا <b>");
  expect(JSON.parse(text)).toEqual(value);
});

test("a text keeps its lines and quotes", () => {
  expect(writeVisibleText('say "hi"\n\u202Eih')).toBe('say "hi"\n\\u202eih');
});

test("a message in characters that are not drawn is written as escapes, and emoji stay", () => {
  expect(writeVisibleText("a\u{FE01}\u{E0141}b\u3164c\u034Fd")).toBe(
    String.raw`a\ufe01\udb40\udd41b\u3164c\u034fd`,
  );
  expect(writeVisibleText("\u2764\uFE0F\u26A0\uFE0F")).toBe("\u2764\uFE0F\u26A0\uFE0F");
  expect(writeVisibleText("\u2764\uFE0F\uFE0F")).toBe("\u2764\uFE0F\\ufe0f");
});
