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
  const { clean } = prepareSchemas([{ name: "get", schema: { properties: { id: {} } } }], true);
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
    },
    required: ["format", "id", "when", "tags"],
  };
  const { read } = prepareSchemas([{ name: "a", schema: { ...schema, additionalProperties: false } }], true);
  expect(read("a")).toEqual({
    type: "object",
    properties: {
      format: { type: "string" },
      id: { type: "integer", minimum: 1 },
      when: { type: "string", format: "date-time", pattern: "Z$" },
      tags: { type: "array", maxItems: 3, items: { type: "string" } },
    },
    required: ["format", "id", "when", "tags"],
    additionalProperties: false,
  });
});
