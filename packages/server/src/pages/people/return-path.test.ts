import { expect, test } from "vitest";
import { readReturnPath } from "./return-path.ts";

test.each([
  ["/", "/"],
  ["/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fx", null],
  ["/console/tools/a_b#top", null],
])("%s is a path of this server", (text, path) => {
  expect(readReturnPath(text)).toBe(path ?? text);
});

test.each([
  null,
  "",
  "console",
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/../..//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  " //evil.example",
  "/".padEnd(9000, "a"),
])("%j leads nowhere", (text) => {
  expect(readReturnPath(text)).toBeNull();
});
