import { expect, test } from "vitest";
import { writeVisibleJson } from "./show-hidden.ts";

test("characters that hide or turn other text are written as escapes, and the JSON stays the same", () => {
  const value = { to: "\u202Emoc.live\u200B", tag: "\u{E0041}", lines: "one\ntwo", name: "مرحبا <b>" };
  const text = writeVisibleJson(value);
  expect(text).toContain(String.raw`"\u202emoc.live\u200b"`);
  expect(text).toContain(String.raw`"\udb40\udc41"`);
  expect(text).toContain("مرحبا <b>");
  expect(JSON.parse(text)).toEqual(value);
});
