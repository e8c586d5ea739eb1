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
