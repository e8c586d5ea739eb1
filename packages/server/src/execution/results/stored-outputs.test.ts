import { expect, test } from "vitest";
import { openStoredOutputs } from "./stored-outputs.ts";

const outputs = openStoredOutputs();

test.each([
  ["short", ""],
  ["long", "x".repeat(100_000)],
])("numbers that a double does not hold are texts in a %s output", async (_, text) => {
  const read = await outputs.read(`[ 9007199254740993, 1.5, "${text}" ]`, 1);
  expect(read).toEqual({ exactJson: `[ "9007199254740993", 1.5, "${text}" ]`, isHeavy: false });
});

test("an output of too many names is heavy", async () => {
  const names = Array.from({ length: 90_000 }, (_, n) => `"n${n}":1`).join();
  const { exactJson, isHeavy } = await outputs.read(`{${names},"last":1e999}`, 1);
  expect(isHeavy).toBe(true);
  expect(exactJson.slice(-15)).toBe('"last":"1e999"}');
});
