import { expect, test } from "vitest";
import { prepareSchemas } from "./strict-schema.ts";

test("nulls that stand for members left out are taken out of definitions, too, whatever their names", () => {
  const schema = {
    type: "object",
    properties: { size: { $ref: "#/$defs/shop~1size%25" } },
    required: ["size"],
    $defs: { "shop/size%": { type: "object", properties: { width: { type: "number" } } } },
  };
  const { clean } = prepareSchemas([{ name: "measure", schema }], true);
  expect(clean("measure", '{"size": {"width": null}}')).toEqual({ size: {} });
});

test("nulls are taken out of the alternative that the model chose, also of a list in one", () => {
  const part = (kind: string, note: object) => ({
    type: "object",
    properties: { kind: { const: kind }, note },
    required: ["kind"],
    additionalProperties: false,
  });
  const [text, clearable] = [{ type: "string" }, { type: ["string", "null"] }];
  const schema = {
    type: "object",
    properties: {
      part: { oneOf: [part("plain", text), { $ref: "#/$defs/other" }] },
      parts: { anyOf: [{ type: "array", items: part("plain", text) }, { type: "string" }] },
    },
    $defs: { other: part("clearable", clearable) },
    additionalProperties: false,
  };
  const { clean } = prepareSchemas([{ name: "make", schema }], true);
  const [plain, other] = ["plain", "clearable"].map((kind) => ({ kind, note: null }));
  const send = (input: object) => clean("make", JSON.stringify(input));
  expect(send({ part: plain, parts: [plain] })).toEqual({
    part: { kind: "plain" },
    parts: [{ kind: "plain" }],
  });
  expect(send({ part: other, parts: null })).toEqual({ part: other });
});

test("alternatives that many others share are looked at a limited number of times", () => {
  const levels = Array.from({ length: 60 }, (_, level) => [
    `level${level}`,
    { anyOf: [{ $ref: `#/$defs/level${level + 1}` }, { $ref: `#/$defs/level${level + 1}` }] },
  ]);
  const last = { type: "object", properties: { note: { type: "string" } }, additionalProperties: false };
  const schema = {
    type: "object",
    properties: { part: { $ref: "#/$defs/level0" }, other: { $ref: "#/$defs/level0" } },
    required: ["part"],
    additionalProperties: false,
    $defs: { ...Object.fromEntries(levels), level60: last },
  };
  const { clean } = prepareSchemas([{ name: "make", schema }], true);
  expect(clean("make", '{"part": {"note": null}, "other": null}')).toEqual({ part: {} });
});

test("a member that only one way to call the tool requires is left out of the other", () => {
  const schema = {
    type: "object",
    properties: { id: { type: "integer" }, name: { type: "string" } },
    anyOf: [{ required: ["id"] }, { required: ["name"] }],
    additionalProperties: false,
  };
  const { clean } = prepareSchemas([{ name: "get", schema }], true);
  expect(clean("get", '{"id": null, "name": "x"}')).toEqual({ name: "x" });
});

test("every digit of an integer that a model writes is kept, as a text", () => {
  const { clean } = prepareSchemas(
    [{ name: "get", schema: { properties: { id: { type: ["integer", "string"] } } } }],
    true,
  );
  expect(clean("get", '{"id": 9007199254740993}')).toEqual({ id: "9007199254740993" });
});

test("a strict schema has only what OpenAI takes", () => {
  const schema = {
    type: "object",
    minProperties: 1,
    properties: {
      format: { type: "string", format: "uri", minLength: 1, maxLength: 9 },
      id: { type: "integer", format: "int64", minimum: 1 },
      when: { type: "string", format: "date-time", pattern: "Z$" },
      tags: { type: "array", uniqueItems: true, maxItems: 3, items: { type: "string", format: "byte" } },
      photo: { type: "string", contentEncoding: "base64", contentMediaType: "image/png", "x-a": 1 },
    },
    required: ["format", "id", "when", "tags", "photo"],
  };
  const { read } = prepareSchemas([{ name: "a", schema: { ...schema, additionalProperties: false } }], true);
  expect(read("a")).toEqual({
    type: "object",
    properties: {
      format: { type: "string" },
      id: { type: "integer", minimum: 1 },
      when: { type: "string", format: "date-time", pattern: "Z$" },
      tags: { type: "array", maxItems: 3, items: { type: "string" } },
      photo: { type: "string" },
    },
    required: ["format", "id", "when", "tags", "photo"],
    additionalProperties: false,
  });
});

const readStrict = (member: unknown): unknown => {
  const schema = {
    type: "object",
    properties: { a: member },
    required: ["a"],
    $defs: { b: { type: "string" } },
  };
  const { properties } = prepareSchemas([{ name: "t", schema }], true).read("t");
  return (properties as Record<string, unknown>).a;
};

test.each([
  // Beside a reference OpenAI takes nothing.
  [{ $ref: "#/$defs/b" }, { $ref: "#/$defs/b" }],
  [
    { $ref: "#/$defs/b", description: "What.", default: "x" },
    { anyOf: [{ $ref: "#/$defs/b" }], description: "What." },
  ],
  // Each schema needs a type.
  [{ enum: ["x", 1, null] }, { type: ["string", "number", "null"], enum: ["x", 1, null] }],
  [{ const: true }, { type: "boolean", const: true }],
  [{ items: { const: "x" } }, { type: "array", items: { type: "string", const: "x" } }],
  [
    { properties: { c: { type: "string" } }, anyOf: [{ required: ["c"] }] },
    {
      ...{ type: "object", properties: { c: { type: ["string", "null"] } }, required: ["c"] },
      additionalProperties: false,
    },
  ],
])("the strict form of %j is one that OpenAI takes", (member, expected) => {
  expect(readStrict(member)).toEqual(expected);
});

test.each([
  {},
  true,
  { description: "Anything." },
  { enum: [{}] },
  { type: "array", items: {} },
  { anyOf: [{ type: "string" }, {}] },
])("a tool whose input has %j cannot be strict, and the error says so", (member) => {
  expect(() => readStrict(member)).toThrow(
    'The tool t cannot be strict: its input has a value of any type. Leave "strict" out.',
  );
});
