import { expect, test } from "vitest";
import { buildChecker } from "./check-input.ts";
import { writePath } from "./values.ts";

const problemsOf = (schema: object, value: unknown): string[] =>
  buildChecker(schema as never)
    .check(value)
    .map(({ path, message }) => `${writePath(path)}: ${message}`);

test("each wrong member is named, in words", () => {
  const schema = {
    type: "object",
    required: ["title", "author"],
    additionalProperties: false,
    properties: {
      title: { type: "string", minLength: 3 },
      author: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      count: { type: "integer", minimum: 1 },
      state: { enum: ["open", "closed"] },
      labels: { type: "array", items: { type: "string" }, maxItems: 1 },
    },
  };
  expect(
    problemsOf(schema, { title: "a", author: {}, count: "x", state: "new", labels: ["a", 2], other: 1 }),
  ).toEqual([
    "title: Must have at least 3 characters.",
    "author.name: Is required.",
    "count: Must be a whole number.",
    "state: Must be one of: open, closed.",
    "labels: Must have at most 1 item.",
    "labels[1]: Must be text.",
    "other: There is no such input.",
  ]);
});

test("a number that would be sent as another one is told", () => {
  const schema = { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } } };
  expect(problemsOf(schema, { ids: [1, "+9007199254740993"] })).toEqual([
    'ids[1]: +9007199254740993 is too large a number to be sent exactly. Write its digits as text: "+9007199254740993".',
  ]);
});

test("the digits of a large integer are sent as text", () => {
  const schema = { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } } };
  expect(problemsOf(schema, { ids: [1, "9007199254740993", "-18446744073709551615"] })).toEqual([]);
  expect(problemsOf(schema, { ids: ["5"] })).toEqual(["ids[0]: Must be a whole number."]);
});

test("of a union that nothing fits, only the branch that was meant is spoken of", () => {
  const schema = {
    type: "object",
    properties: {
      label: {
        anyOf: [
          { type: "string" },
          { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        ],
      },
    },
  };
  expect(problemsOf(schema, { label: {} })).toEqual(["label.name: Is required."]);
  expect(problemsOf(schema, { label: 5 })).toEqual(["label: Must be text or object."]);
});

test("references are followed", () => {
  const schema = {
    type: "object",
    properties: { tree: { $ref: "#/$defs/tree" } },
    $defs: { tree: { type: "object", properties: { next: { $ref: "#/$defs/tree" }, size: { minimum: 2 } } } },
  };
  expect(problemsOf(schema, { tree: { next: { size: 1 } } })).toEqual(["tree.next.size: Must be 2 or more."]);
});

test("what cannot be checked here counts as right", () => {
  expect(problemsOf({ properties: { a: { pattern: "(?<x" } } }, { a: "b" })).toEqual([]);
  expect(problemsOf({ properties: { a: { $ref: "#/$defs/missing" } } }, { a: "b" })).toEqual([]);
  expect(problemsOf({ properties: { a: { format: "email" } } }, { a: "no address" })).toEqual([]);
});

test("a pattern that a browser may try for years is left to the server", () => {
  const value = `${"a".repeat(60)}!`;
  for (const pattern of [
    "^(a+)+$",
    "^(a|a)*$",
    "^(?:a?){60}a{60}$",
    `^${"a?".repeat(60)}${"a".repeat(60)}$`,
  ]) {
    expect(problemsOf({ properties: { a: { pattern } } }, { a: value }), pattern).toEqual([]);
    expect(problemsOf({ properties: { a: { not: { pattern } } } }, { a: "b" }), pattern).toEqual([]);
    const members = { patternProperties: { [pattern]: {} }, additionalProperties: false };
    expect(problemsOf(members, { [value]: 1 }), pattern).toEqual([]);
  }
  for (const [pattern, wrong] of [
    ["^[a-z]+$", "A"],
    ["^\\d{4}-\\d{2}(?:-\\d{2})?$", "2026"],
    ["^(?:GET|POST)$", "PUT"],
    ["^[(*+|?{}]$", "a"],
  ]) {
    expect(problemsOf({ properties: { a: { pattern } } }, { a: wrong }), pattern).toHaveLength(1);
  }
});

test.each(["allOf", "anyOf", "oneOf"])("a schema in which %s multiplies is left to the server", (keyword) => {
  const defs: Record<string, object> = { d40: { type: "object" } };
  for (let level = 0; level < 40; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    defs[`d${level}`] = { [keyword]: [next, next] };
  }
  expect(problemsOf({ properties: { a: { $ref: "#/$defs/d0" } }, $defs: defs }, { a: 5 })).toEqual([]);
});

test("the schema stays as it was", () => {
  const schema = {
    type: "object",
    properties: { a: { $ref: "#/$defs/b" } },
    $defs: { b: { type: "string" } },
  };
  const before = JSON.stringify(schema);
  problemsOf(schema, { a: 1 });
  expect(JSON.stringify(schema)).toBe(before);
});
