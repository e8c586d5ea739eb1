import { expect, test } from "vitest";
import { describeJsonError } from "./read-json.ts";

test("a text that is not JSON is told what is wrong, and where", () => {
  expect(describeJsonError("")).toBe(null);
  expect(describeJsonError('{"a": 1}')).toBe(null);
  expect(describeJsonError("hello")).toBe('This is not JSON. A text needs quotes: "hello"');
  expect(describeJsonError('{\n  "a": 1,\n  b\n}')).toBe("This is not JSON: look at line 3, column 3.");
});
