import { expect, test } from "vitest";
import { hasInexactNumber } from "./check-numbers.ts";

test.each([
  "9007199254740993",
  '{"a": [1, -9007199254740993]}',
  '{"a\\"": 12345678901234567890}',
  "1e400",
  "9007199254740993.0",
  "[-1.5E+999]",
  "1".repeat(400),
])("%s would change", (text) => {
  expect(hasInexactNumber(text)).toBe(true);
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
  expect(hasInexactNumber(text)).toBe(false);
});
