import { expect, test } from "vitest";
import { escapeHidden } from "./hidden-characters.ts";

test("a text keeps its lines and quotes", () => {
  expect(escapeHidden('say "hi"\n\u202Eih')).toBe('say "hi"\n\\u202eih');
});

test("a message in characters that are not drawn is written as escapes, and emoji stay", () => {
  expect(escapeHidden("a\u{FE01}\u{E0141}b\u3164c\u034Fd")).toBe(
    String.raw`a\ufe01\udb40\udd41b\u3164c\u034fd`,
  );
  expect(escapeHidden("\u2764\uFE0F\u26A0\uFE0F")).toBe("\u2764\uFE0F\u26A0\uFE0F");
  expect(escapeHidden("\u2764\uFE0F\uFE0F")).toBe("\u2764\uFE0F\\ufe0f");
});
