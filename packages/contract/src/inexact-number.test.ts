import { expect, test } from "vitest";
import { describeInexact, findInexact, isInexact, isInexactInteger } from "./inexact-number.ts";

test.each([
  ["9007199254740993", "9007199254740993"],
  ['{"a": [1, -9007199254740993]}', "-9007199254740993"],
  ['{"a\\"": 12345678901234567890}', "12345678901234567890"],
  ["1e400", "1e400"],
  ["9007199254740993.0", "9007199254740993.0"],
  ["[-1.5E+999]", "-1.5E+999"],
  ["1".repeat(400), "1".repeat(400)],
])("%s has a number that would change", (text, number) => {
  expect(findInexact(text)).toBe(number);
});

test.each([
  "9007199254740991",
  "1700000000000000000",
  "-9223372036854776000",
  "9007199254740994.0",
  '"9007199254740993"',
  '{"9007199254740993": "1e400 \\" 9007199254740993"}',
  "[0.1000000000000000055511151231257827, -0, 1e300, 0e9999]",
])("%s stays what it is", (text) => {
  expect(findInexact(text)).toBeUndefined();
});

test.each([
  ["9007199254740991", false],
  ["9007199254740992", false],
  ["9007199254740993", true],
  ["-9007199254740993", true],
  ["9007199254740993.0", true],
  ["+9007199254740993", true],
  ["10000000000000000", false],
  ["12345678901234567890", true],
  ["007", false],
  ["0.1", false],
  ["1e400", true],
  ["no number", false],
])("the number %s is inexact: %s", (text, expected) => {
  expect(isInexact(text)).toBe(expected);
});

test("only the plain digits of an integer count as an inexact integer", () => {
  expect(isInexactInteger("-9007199254740993")).toBe(true);
  for (const text of ["9007199254740993.0", "+9007199254740993", "1e400", "09007199254740993", "12"]) {
    expect(isInexactInteger(text)).toBe(false);
  }
});

test("an inexact number comes with the digits to send", () => {
  expect(describeInexact("9007199254740993.0")).toContain('as text: "9007199254740993".');
});
