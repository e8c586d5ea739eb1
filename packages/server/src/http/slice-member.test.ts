import { expect, test } from "vitest";
import { sliceMember } from "./slice-member.ts";

test.each([
  ['{"a": {"b": 1, "b": [2, {"a": 3}]}, "c": 4}', '{"b": 1, "b": [2, {"a": 3}]}'],
  ['{"c": {"a": 1}, "a" : {} }', "{}"],
  ['{"c": ["a", "}", "\\"a\\": 5"], "\\u0061":\n{"d": "}, {"}}', '{"d": "}, {"}'],
  ['{"a": {"b": 1}, "a": {"b": 2}}', '{"b": 2}'],
])("in %s the member is %s", (json, expected) => {
  expect(sliceMember(json, "a")).toBe(expected);
});
