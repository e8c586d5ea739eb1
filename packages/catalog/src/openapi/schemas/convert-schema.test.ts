import { describe, expect, it } from "vitest";
import { importOperation } from "../../../testing/import-small-document.ts";
import { openJudgingAjv } from "../../../testing/judging-ajv.ts";
import { readText } from "../document/read-document.ts";
import { References } from "../document/references.ts";
import { convertSchema } from "./convert-schema.ts";
import type { Direction } from "./hidden-properties.ts";

const components = {
  components: {
    schemas: {
      Id: { type: "string", readOnly: true },
      Secret: { type: "string", writeOnly: true },
      Base: { type: "object", properties: { id: { type: "string", readOnly: true } } },
      Cat: { type: "object", properties: { kind: { type: "string" } } },
      Dog: { type: "object", properties: { kind: { type: "string", enum: ["dog"] } } },
    },
  },
};

function convert(schema: unknown, direction: Direction = "input", remarks: string[] = [], openapi = "3.0.3") {
  const references = new References({ openapi, ...components });
  return convertSchema(schema, {
    direction,
    references,
    remark: (message) => remarks.push(message),
    nameDefinition: (reference) =>
      references.find(reference) ? (reference.split("/").at(-1) ?? null) : null,
  });
}

it("leaves out integers that were rounded when the document was read", () => {
  const remarks: string[] = [];
  const big = JSON.parse("9007199254740993");
  const schema = {
    properties: {
      a: { type: "integer", enum: [1, big], default: big, example: big, maximum: big },
      b: { enum: [big] },
      c: { const: { id: big } },
      d: { type: "number", default: 1e-30 },
    },
  };
  expect(convert(schema, "input", remarks).properties).toEqual({
    a: { type: "integer", enum: [1], maximum: big },
    b: {},
    c: {},
    d: { type: "number", default: 1e-30 },
  });
  expect(new Set(remarks)).toEqual(
    new Set(
      ["enum", "default", "const"].map(
        (keyword) =>
          `An integer beyond 9007199254740991 was left out of \`${keyword}\`, because it was rounded`,
      ),
    ),
  );
});

it("keeps every digit of integers in texts of documents, as texts", () => {
  const json = `{ "type": "integer", "enum": [1, 9223372036854775807], "default": 9223372036854775807,
    "example": -9223372036854775808, "maximum": 9007199254740993 }`;
  const yaml = `
    type: integer
    enum: [1, +9223372036854775807]
    default: 9223372036854775807
    example: -9223372036854775808
    maximum: 9007199254740993`;
  for (const text of [json, yaml]) {
    const remarks: string[] = [];
    expect(convert(readText(text), "input", remarks)).toEqual({
      type: "integer",
      enum: [1, "9223372036854775807"],
      default: "9223372036854775807",
      examples: ["-9223372036854775808"],
      maximum: 9007199254740992,
    });
    expect(remarks).toEqual([]);
  }
  const asText = convert(readText('{ "type": "string", "const": 9223372036854775807 }'));
  expect(asText).toEqual({ type: "string", const: "9223372036854775807" });
  expect(readText("a: 0x7fffffffffffffff\nb: 10\nc: 0o17")).toMatchObject({ b: 10, c: 15 });
});

it("writes a property called __proto__ as a pattern", () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"a":{"type":"string"},"__proto__":{"type":"integer"}},"additionalProperties":false}',
  );
  expect(convert(schema)).toEqual({
    type: "object",
    properties: { a: { type: "string" } },
    patternProperties: { "^__proto__$": { type: "integer" } },
    additionalProperties: false,
  });
});

it.each([
  { items: { type: "integer" } },
  { prefixItems: [{ type: "integer" }] },
  { contains: { const: 1 } },
  { uniqueItems: true },
  { multipleOf: 5 },
  { exclusiveMaximum: 10 },
  { patternProperties: { "^x-": { type: "integer" } } },
  { propertyNames: { maxLength: 3 } },
  { dependentRequired: { a: ["b"] } },
  { not: { const: 1 } },
  { if: { required: ["a"] }, else: { required: ["b"] } },
])("keeps %j beside a $ref", (beside) => {
  const converted = convert({ $ref: "#/components/schemas/Base", ...beside }, "input", [], "3.1.0");
  expect(converted).toMatchObject({ allOf: [{ $ref: "#/$defs/Base" }], ...beside });
});

it("reads what a schema says beside its $ref, from OpenAPI 3.1 on", () => {
  const schema = {
    $ref: "#/components/schemas/Base",
    required: ["name"],
    properties: { name: { type: "string" } },
  };
  expect(convert(schema)).toEqual({ $ref: "#/$defs/Base" });
  expect(convert(schema, "input", [], "3.1.0")).toEqual({
    type: "object",
    allOf: [{ $ref: "#/$defs/Base" }],
    required: ["name"],
    properties: { name: { type: "string" } },
  });
  const read = { properties: { id: { $ref: "#/components/schemas/Id", maxLength: 5 } } };
  expect(convert(read, "input", [], "3.1.0").properties).toEqual({});
});

describe("nullable of OpenAPI 3.0", () => {
  it("adds null to the type and to the enumeration", () => {
    expect(convert({ type: "string", nullable: true, enum: ["a", "b"] })).toEqual({
      type: ["string", "null"],
      enum: ["a", "b", null],
    });
  });

  it("makes a union of a reference", () => {
    expect(
      convert({ $ref: "#/components/schemas/Cat", nullable: true, description: "Maybe a cat." }),
    ).toEqual({
      description: "Maybe a cat.",
      anyOf: [{ $ref: "#/$defs/Cat" }, { type: "null" }],
    });
  });

  it("makes a union of allOf", () => {
    expect(convert({ allOf: [{ $ref: "#/components/schemas/Cat" }], nullable: true })).toEqual({
      anyOf: [{ allOf: [{ $ref: "#/$defs/Cat" }] }, { type: "null" }],
    });
  });

  it("adds null to oneOf once", () => {
    const schema = { oneOf: [{ type: "string" }, { type: "number" }], nullable: true };
    expect(convert(schema)).toEqual({ oneOf: [{ type: "string" }, { type: "number" }, { type: "null" }] });
    const known = { oneOf: [{ type: "string" }, { type: "null" }], nullable: true };
    expect(convert(known)).toEqual({ oneOf: [{ type: "string" }, { type: "null" }] });
  });

  it("changes nothing when anything is already permitted", () => {
    expect(convert({ nullable: true, description: "Anything." })).toEqual({ description: "Anything." });
  });
});

describe("readOnly and writeOnly", () => {
  const schema = {
    type: "object",
    required: ["id", "name", "secret"],
    properties: {
      id: { $ref: "#/components/schemas/Id" },
      name: { type: "string" },
      secret: { $ref: "#/components/schemas/Secret" },
    },
  };

  it("leaves readOnly properties out of inputs, and out of required", () => {
    expect(convert(schema, "input")).toEqual({
      type: "object",
      properties: { name: { type: "string" }, secret: { $ref: "#/$defs/Secret" } },
      required: ["name", "secret"],
    });
  });

  it("leaves writeOnly properties out of outputs, and out of required", () => {
    expect(convert(schema, "output")).toEqual({
      type: "object",
      properties: { id: { $ref: "#/$defs/Id" }, name: { type: "string" } },
      required: ["id", "name"],
    });
  });

  it("does not require what another member of allOf hides", () => {
    const composed = { allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["id", "name"] }] };
    expect(convert(composed)).toEqual({ allOf: [{ $ref: "#/$defs/Base" }, { required: ["name"] }] });
  });
});

it.each([
  [[{ type: "integer" }, { type: "number" }], "anyOf"],
  [[{ type: "string" }, { type: "string", enum: ["auto"] }], "anyOf"],
  [[{ allOf: [{ type: "string", format: "uuid" }] }, { type: "string" }], "anyOf"],
  [[{ properties: { a: {} } }, { properties: { b: {} } }], "anyOf"],
  [[{ type: "string" }, { type: "number" }, { type: "object" }], "oneOf"],
  [
    [
      { type: "object", required: ["a"] },
      { type: "object", required: ["b"] },
    ],
    "oneOf",
  ],
  [[{ required: ["a"] }, { required: ["b"] }], "oneOf"],
] as const)("a oneOf of %j is an %s", (alternatives, keyword) => {
  expect(Object.keys(convert({ oneOf: alternatives }))).toEqual([keyword]);
});

describe("discriminator", () => {
  it("adds the property's value to an alternative that does not state it", () => {
    const schema = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } },
    };
    expect(convert(schema)).toEqual({
      oneOf: [
        { $ref: "#/$defs/Cat", properties: { kind: { const: "cat" } }, required: ["kind"] },
        { $ref: "#/$defs/Dog" },
      ],
    });
  });

  it("leaves a union open whose alternatives it does not tell apart", () => {
    const discriminator = { propertyName: "kind" };
    const [cat, dog] = [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }];
    expect(convert({ oneOf: [cat, dog], discriminator })).toEqual({
      anyOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
    });
    expect(convert({ oneOf: [dog], discriminator })).toEqual({ oneOf: [{ $ref: "#/$defs/Dog" }] });
  });

  it("is dropped without a mapping", () => {
    const schema = { anyOf: [{ $ref: "#/components/schemas/Cat" }], discriminator: { propertyName: "kind" } };
    expect(convert(schema)).toEqual({ anyOf: [{ $ref: "#/$defs/Cat" }] });
  });
});

describe("keywords", () => {
  it("drops keywords that only OpenAPI has", () => {
    expect(
      convert({
        type: "string",
        xml: { name: "a" },
        externalDocs: {},
        "x-internal": 1,
        example: "e",
        deprecated: true,
      }),
    ).toEqual({ type: "string", deprecated: true, examples: ["e"] });
  });

  it("fits default and examples to the type, or drops them", () => {
    const properties = {
      flag: { type: "boolean", default: "false", example: "true" },
      count: { type: "integer", default: "inf", examples: ["5", 4.5, "many"] },
      text: { type: "string", default: null, example: 12345 },
      nullable: { type: "string", nullable: true, default: null },
      list: { type: "array", items: { type: "string" }, example: "a,b" },
      any: { default: null, example: [1] },
    };
    expect(convert({ type: "object", properties }).properties).toEqual({
      flag: { type: "boolean", default: false, examples: [true] },
      count: { type: "integer", examples: [5] },
      text: { type: "string", examples: ["12345"] },
      nullable: { type: ["string", "null"], default: null },
      list: { type: "array", items: { type: "string" } },
      any: { default: null, examples: [[1]] },
    });
  });

  it("turns boolean exclusive bounds into numbers", () => {
    expect(
      convert({ type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }),
    ).toEqual({
      type: "number",
      exclusiveMinimum: 0,
      maximum: 9,
    });
  });

  it("keeps formats and numeric bounds of 3.1", () => {
    const schema = { type: "integer", format: "int64", exclusiveMinimum: 3 };
    expect(convert(schema)).toEqual(schema);
  });

  it("corrects types that JSON Schema does not have", () => {
    expect(convert({ type: "file" })).toEqual({ type: "string", format: "binary" });
    expect(convert({ type: "Integer" })).toEqual({ type: "integer" });
    expect(convert({ type: "any" })).toEqual({});
  });

  it("adds a remark for an unknown type and permits anything", () => {
    const remarks: string[] = [];
    expect(convert({ type: "money" }, "input", remarks)).toEqual({});
    expect(remarks).toEqual(['The type "money" is unknown']);
  });

  it("corrects values of enumerations that YAML has read as other types", () => {
    expect(convert({ type: "string", enum: [1, true, "a", "a"] })).toEqual({
      type: "string",
      enum: ["1", "true", "a"],
    });
    expect(convert({ type: "integer", enum: ["1", "2"] })).toEqual({ type: "integer", enum: [1, 2] });
    expect(convert({ type: "string", enum: [] })).toEqual({ type: "string" });
  });

  it("drops values of an enumeration that are equal, whatever the order of their members", () => {
    const [one, same] = [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ];
    expect(convert({ enum: [one, "x", same, null, "x", null, { a: 1 }] })).toEqual({
      enum: [one, "x", null, { a: 1 }],
    });
  });

  it("drops a pattern that is not JavaScript's or cannot run in linear time, with a remark", () => {
    const remarks: string[] = [];
    expect(convert({ type: "string", pattern: "(?i)a" }, "input", remarks)).toEqual({ type: "string" });
    expect(remarks).toEqual([
      "The pattern (?i)a was left out: JavaScript does not know it, or it cannot run in linear time",
    ]);
  });

  it.each(["^(?!a)b", "(a)\\1"])("drops the pattern %s, which cannot run in linear time", (pattern) => {
    expect(convert({ type: "string", pattern })).toEqual({ type: "string" });
  });

  it("permits other members in an object when a pattern for names was dropped", () => {
    const schema = { patternProperties: { "^(?!a)": {}, "^b": {} }, additionalProperties: false };
    expect(convert(schema)).toEqual({ patternProperties: { "^b": {} } });
  });

  it("converts a list of item schemas to prefixItems", () => {
    expect(convert({ type: "array", items: [{ type: "string" }, { type: "number" }] })).toEqual({
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
    });
  });

  it("keeps properties named like keywords", () => {
    const schema = {
      type: "object",
      properties: { $ref: { type: "string" }, properties: { type: "object" }, required: { type: "boolean" } },
    };
    expect(convert(schema)).toEqual(schema);
  });

  it("converts all subschemas", () => {
    const nullable = { type: "string", nullable: true };
    const converted = { type: ["string", "null"] };
    expect(
      convert({
        additionalProperties: nullable,
        items: nullable,
        not: nullable,
        patternProperties: { "^a": nullable },
      }),
    ).toEqual({
      type: "array",
      additionalProperties: converted,
      items: converted,
      not: converted,
      patternProperties: { "^a": converted },
    });
  });

  it("reads boolean schemas", () => {
    expect(convert(true)).toEqual({});
    expect(convert(false)).toEqual({ not: {} });
    expect(convert({ type: "object", additionalProperties: false })).toEqual({
      type: "object",
      additionalProperties: false,
    });
  });
});

describe("a base type that lists its subtypes", () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const mapping = { cat: reference("Cat").$ref, siamese: reference("Siamese").$ref };
  const schemas = {
    Pet: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      oneOf: [reference("Cat"), reference("Siamese")],
      discriminator: { propertyName: "kind", mapping },
    },
    Cat: { allOf: [reference("Pet"), { type: "object", properties: { meow: { type: "integer" } } }] },
    Siamese: { allOf: [reference("Cat"), { type: "object", required: ["blue"] }] },
  };
  const requestBody = { required: true, content: { "application/json": { schema: reference("Pet") } } };

  it("is checked to the end", () => {
    const { inputSchema } = importOperation({ requestBody }, { method: "post", components: { schemas } });
    const validate = openJudgingAjv().compile(inputSchema);
    const isValid = (pet: object) => validate({ body: pet });
    expect(isValid({ kind: "cat", meow: 1 })).toBe(true);
    expect(isValid({ kind: "cat", meow: "loud" })).toBe(false);
    expect(isValid({ kind: "siamese", meow: 1, blue: true })).toBe(true);
    expect(isValid({ kind: "siamese", meow: "loud", blue: true })).toBe(false);
    expect(isValid({ kind: "siamese", meow: 1 })).toBe(false);
    expect(isValid({ kind: "dog" })).toBe(false);
    expect(isValid({ meow: 1 })).toBe(false);
  });
});
