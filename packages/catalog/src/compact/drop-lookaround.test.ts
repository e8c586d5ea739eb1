import { expect, test } from "vitest";
import { dropLookaround } from "./drop-lookaround.ts";

const ahead = "^(?!-)[a-z]+$";
const behind = "(?<=a)b";
const named = "^(?<year>\\d{4})(?:-\\d\\d)?$";

test("patterns that look around are left out, and other ones stay", () => {
  const schema = {
    type: "object",
    properties: {
      pattern: { type: "string", pattern: ahead, minLength: 1 },
      list: { type: "array", items: { type: "string", pattern: behind } },
      year: { type: "string", pattern: named, description: "Not (?=a)." },
    },
    $defs: { id: { type: "string", pattern: ahead } },
  };
  const before = structuredClone(schema);
  expect(dropLookaround(schema)).toEqual({
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1 },
      list: { type: "array", items: { type: "string" } },
      year: { type: "string", pattern: named, description: "Not (?=a)." },
    },
    $defs: { id: { type: "string" } },
  });
  expect(schema).toEqual(before);
  const other = { properties: { year: { type: "string", pattern: named } } };
  expect(dropLookaround(other)).toBe(other);
});

test("no value is refused for it", () => {
  const [one, other] = [{ pattern: ahead }, { pattern: "^-" }];
  expect(dropLookaround({ properties: { a: { type: "string", oneOf: [one, other] } } })).toEqual({
    properties: { a: { type: "string", anyOf: [{}, other] } },
  });
  const exact = {
    properties: { a: { not: one }, b: { oneOf: [one, other], anyOf: [other, { $ref: "#/$defs/c" }] } },
    $defs: { c: one },
  };
  expect(dropLookaround(exact)).toEqual(exact);
});
