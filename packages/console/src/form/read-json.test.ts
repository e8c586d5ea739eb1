import { expect, test } from "vitest";
import { describeJsonError } from "./read-json.ts";

test("a text that is not JSON is told what is wrong, and where", () => {
  expect(describeJsonError("")).toBe(null);
  expect(describeJsonError('{"a": 1}')).toBe(null);
  expect(describeJsonError("hello")).toBe('This is not JSON. A text needs quotes: "hello"');
  expect(describeJsonError('{\n  "a": 1,\n  b\n}')).toBe("This is not JSON: look at line 3, column 3.");
});

test("a number that would be sent as another one is told", () => {
  expect(describeJsonError('{"id": 9007199254740991, "text": "9007199254740993"}')).toBe(null);
  expect(describeJsonError('{"id": [1, -9007199254740993]}')).toMatch(/^-9007199254740993 is too large/);
  expect(describeJsonError('{"x": 1e400}')).toMatch(/^1e400 is too large/);
  expect(describeJsonError("[9007199254740993.0]")).toContain('text: "9007199254740993".');
});
