import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test("a limit of the ratio is a number, and of a part that is measured", () => {
  expect(readOptions(["--max-ratio", "2.5"])).toMatchObject({ maxRatio: 2.5 });
  expect(() => readOptions(["--max-ratio", "two"])).toThrow('"two" is not a number above 0');
  expect(() => readOptions(["--max-ratio", "2.5", "--only", "mcp"])).toThrow("needs the part execute");
});
