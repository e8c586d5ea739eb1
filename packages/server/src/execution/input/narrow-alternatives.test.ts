import type { JsonSchema } from "@bowline/catalog";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";
import { describeProblems } from "./describe-problems.ts";
import { narrowAlternatives } from "./narrow-alternatives.ts";

const cat = {
  type: "object",
  required: ["kind"],
  properties: { kind: { const: "cat" }, lives: { type: "integer" } },
};
const dog = {
  type: "object",
  required: ["name", "kind"],
  properties: { name: { type: "string" }, kind: { enum: ["dog", "puppy"] } },
  additionalProperties: false,
};
const file = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      required: ["base64"],
      properties: { base64: { type: "string" } },
      additionalProperties: false,
    },
  ],
};
const pets = { $defs: { Cat: cat, Dog: dog }, oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }] };
const { $defs, ...oneOfPets } = pets;
const nullable = { $defs, anyOf: [oneOfPets, { type: "null" }] };

const schemas: Record<string, JsonSchema> = {
  "tagged objects": { oneOf: [cat, dog] },
  "tagged objects by reference": pets,
  "tagged objects or null": nullable,
  "a text or an object": file,
  "a number or a text": { anyOf: [{ type: "integer" }, { type: "string", maxLength: 2 }, { type: "null" }] },
  constants: { oneOf: [{ const: 1 }, { enum: ["a", "b"] }, { enum: [true, null] }] },
  "types that overlap": {
    oneOf: [{ type: ["string", "null"] }, { type: ["null", "boolean"] }, { type: "array" }],
  },
  "objects that may be null": {
    anyOf: [
      { ...cat, type: ["object", "null"] },
      { ...dog, type: ["object", "null"] },
    ],
  },
  "an optional tag": { anyOf: [{ ...cat, required: [] }, dog] },
  "a tag that both accept": {
    anyOf: [cat, { ...dog, properties: { ...dog.properties, kind: { enum: ["dog", "cat"] } } }],
  },
  "an alternative that accepts anything": { anyOf: [{ minLength: 2 }, { type: "null" }] },
  "rules beside the alternatives": {
    type: "object",
    oneOf: [cat, dog],
    allOf: [{ maxProperties: 2 }],
    anyOf: [{ type: "object" }, { type: "string" }],
  },
  "members that no alternative knows": {
    oneOf: [cat, { ...dog, additionalProperties: true }],
    unevaluatedProperties: false,
  },
  "alternatives in lists": { type: "array", items: nullable, $defs },
  "a reference to an alternative": {
    $defs: { either: { anyOf: [{ type: "string" }, { type: "object" }] } },
    anyOf: [{ $ref: "#/$defs/either/anyOf/1" }, { type: "null" }],
  },
  "an alternative that is itself": {
    $defs: { tree: { anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#/$defs/tree" } }] } },
    $ref: "#/$defs/tree",
  },
};

const objects = [
  {},
  { kind: "cat" },
  { kind: "cat", lives: 9 },
  { kind: "cat", lives: "9" },
  { kind: "cat", name: "x" },
  { kind: "dog" },
  { kind: "dog", name: "x" },
  { kind: "puppy", name: "x" },
  { kind: "dog", name: "x", lives: 1 },
  { kind: "bird", name: "x" },
  { kind: null, name: "x" },
  { name: "x" },
  { base64: "aa" },
  { base64: 1 },
  { base64: "aa", more: 1 },
];
const values = [null, true, false, 0, 1, 1.5, "", "a", "abc", [], [null], [[], [null]], ...objects, objects];

describe("alternatives that are told apart", () => {
  test.each(Object.entries(schemas))("accept the same values: %s", (_name, schema) => {
    const plain = new Ajv2020({ strict: false }).compile(schema);
    const narrowed = new Ajv2020({ strict: false }).compile(narrowAlternatives(schema));
    const accepted = values.filter((value) => plain(value));
    expect(values.filter((value) => narrowed(value))).toEqual(accepted);
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.length).toBeLessThan(values.length);
  });

  test("are no reason to copy a schema without any", () => {
    expect(narrowAlternatives(dog)).toBe(dog);
  });

  function explain(schema: JsonSchema, value: unknown): [string, string][] {
    const validate = compileSchema({ type: "object", $defs, properties: { it: schema } });
    expect(validate({ it: value })).toBe(false);
    return describeProblems(validate, { it: value }, new Set()).map(({ field, issue }) => [field, issue]);
  }

  test.each<[string, JsonSchema, unknown, [string, string][]]>([
    ["the object with this tag", oneOfPets, { kind: "dog" }, [["fields.it.name", "Is required."]]],
    [
      "the object with this tag, beside null",
      nullable,
      { kind: "cat", lives: "x" },
      [["fields.it.lives", "Must be a whole number, not a string."]],
    ],
    ["an object without a tag", oneOfPets, { lives: 1 }, [["fields.it.kind", "Is required."]]],
    [
      "an object with another tag",
      nullable,
      { kind: "bird" },
      [["fields.it.kind", 'Must be equal to one of the allowed values: ["cat","dog","puppy"].']],
    ],
    ["another type", nullable, 1, [["fields.it", "Must be an object or null, not a number."]]],
    [
      "the type",
      file,
      { base46: "aa" },
      [
        ["fields.it.base64", "Is required."],
        ["fields.it.base46", "There is no such input."],
      ],
    ],
  ])("have the problems of %s", (_name, schema, value, expected) => {
    expect(explain(schema, value)).toEqual(expected);
  });
});
