import { expect, test } from "vitest";
import { splitLines } from "./split-lines.ts";

test("a text in pieces becomes whole lines", () => {
  const lines: string[] = [];
  const add = splitLines((line) => void lines.push(line));
  add("one\n\ntw");
  expect(lines).toEqual(["one"]);
  add("o\r\nthree");
  expect(lines).toEqual(["one", "two"]);
  add("\n");
  expect(lines).toEqual(["one", "two", "three"]);
});

test("a line that is too long is only mentioned, and takes no more memory", () => {
  const lines: string[] = [];
  const add = splitLines((line) => void lines.push(line));
  for (let count = 0; count < 100; count++) {
    add("x".repeat(10_000));
  }
  add("\nnext\n");
  expect(lines).toEqual(["(a line of more than 16384 characters)", "next"]);
});
