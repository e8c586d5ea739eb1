import { expect, test } from "vitest";
import { createLineSplitter } from "./split-lines.ts";

test("a text in pieces becomes whole lines", () => {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => void lines.push(line));
  splitter.add("one\n\ntw");
  expect(lines).toEqual(["one"]);
  splitter.add("o\r\nthree");
  splitter.end();
  splitter.end();
  expect(lines).toEqual(["one", "two", "three"]);
});

test("a line that is too long is only mentioned, and takes no more memory", () => {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => void lines.push(line));
  for (let count = 0; count < 100; count++) {
    splitter.add("x".repeat(10_000));
  }
  splitter.add("\nnext\n");
  expect(lines).toEqual(["(a line of more than 16384 characters)", "next"]);
});
