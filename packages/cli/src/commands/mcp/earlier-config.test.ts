import { expect, test } from "vitest";
import { parseConfig } from "./earlier-config.ts";

test.each([
  "{}",
  '\ufeff{"a": 1}\r\n',
  '{"a": "x // y", "b": "/* z", "c": "\\"//", "d": "*/ \\\\", /* , " */ "e": ",}"}',
  '{"a": [1, /* last */ ], // "]\n "b": {"c": 1,\r\n}, /**/ }',
  '// mine\r{"a": 1}//',
])("a JSON object with comments and last commas is one: %j", (text) => {
  expect(parseConfig(text, "json")).not.toBeNull();
});

test.each([
  "[]",
  "null",
  '"{}"',
  "{,}",
  '{"a": [,]}',
  '{"a": [1,,]}',
  '{"a": 1 /* open',
  '{"a": 1/**/2}',
  '{"a": "x}',
  '{"a": "x\n"}',
  '{"a": 1} {"b": 2}',
])("another text is none: %j", (text) => {
  expect(parseConfig(text, "json")).toBeNull();
});
