import { expect, test } from "vitest";
import { cutResult } from "./cut-result.ts";
import { describeCut } from "./describe-cut.ts";

test("the parts of a text make up the whole text, whatever its characters", () => {
  const output = "a😀😀b😀";
  for (const length of [2, 3, 4, 5]) {
    let read = "";
    for (;;) {
      const { text, cut } = cutResult({ output, json: "", resultsPath: null }, length, read.length);
      read += text;
      if (cut === null || cut.to >= cut.total) {
        break;
      }
    }
    expect(read).toBe(output);
  }
});

test("the parts of a record that is too long make up its JSON", () => {
  const output = ["short", { text: "a😀".repeat(50) }, "last"];
  const json = JSON.stringify(output);
  let read = "";
  for (;;) {
    const { text, cut } = cutResult({ output, json, resultsPath: null }, 30, 1, read.length);
    read += text;
    if (cut?.record == null || cut.record.to === cut.record.total) {
      expect(cut).toMatchObject({ from: 1, to: 2, total: 3 });
      break;
    }
  }
  expect(JSON.parse(read)).toEqual(output[1]);
});

const cut = (output: unknown, resultsPath: string | null) =>
  cutResult({ output, json: JSON.stringify(output), resultsPath }, 100);

test.each([
  ["a short list", { body: "x".repeat(500), tags: ["a"] }, null],
  ["an empty list", { body: "x".repeat(500), tags: [] }, null],
  ["an empty list of results", { body: "x".repeat(500), tags: [] }, "/tags"],
])("a long text beside %s is cut as text, and nothing is lost", (_, output, resultsPath) => {
  expect(cut(output, resultsPath)).toEqual({
    text: JSON.stringify(output).slice(0, 100),
    value: undefined,
    cut: expect.objectContaining({ unit: "characters", from: 0, to: 100 }),
  });
});

test("a list of results is shown alone beside a long text, and says so", () => {
  const { text, cut: part } = cut({ body: "x".repeat(500), items: [1, 2] }, "/items");
  expect(text).toBe("[1,2]");
  expect(part && describeCut(part, 1, true)).toBe(
    "This is a part of the result: records 0 to 1 of 2 (counted from 0). What stands around the records is left out.",
  );
});

test("past the end of a short list, there are only its records", () => {
  expect(cutResult({ output: [], json: "[]", resultsPath: null }, 100, 5).cut).toMatchObject({
    unit: "records",
    from: 5,
    total: 0,
  });
  const { cut: past } = cutResult({ output: [1], json: "[1]", resultsPath: null }, 100, 5);
  expect(past && describeCut(past, 1, true)).toBe("There is only 1 record.");
});

test("a list that is most of an output is cut at a record's edge", () => {
  const items = Array.from({ length: 50 }, (_, id) => ({ id }));
  const { text, cut: part } = cut({ items, next: 5 }, null);
  expect(JSON.parse(text)).toEqual({ items: items.slice(0, part?.to), next: 5 });
  expect(part).toMatchObject({ unit: "records", total: 50, hasFrame: true });
});
