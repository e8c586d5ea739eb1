import { expect, test } from "vitest";
import { cutResult } from "./cut-result.ts";

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
