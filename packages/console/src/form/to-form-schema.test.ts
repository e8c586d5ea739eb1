import { expect, test } from "vitest";
import type { Branch, FormSchema } from "./form-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { toFormSchema } from "./to-form-schema.ts";

const formOf = (schema: JsonSchema, root: JsonSchema = {}): FormSchema => {
  const { schema: built, uiSchema } = toFormSchema({ type: "object", properties: { it: schema }, ...root });
  return { schema: (built.properties?.it ?? {}) as FormSchema["schema"], uiSchema: uiSchema.it ?? {} };
};
const fieldOf = (schema: JsonSchema, root?: JsonSchema): unknown => formOf(schema, root).uiSchema["ui:field"];
const branchesOf = (schema: JsonSchema, root?: JsonSchema): Branch[] =>
  (formOf(schema, root).uiSchema["ui:options"]?.branches ?? []) as Branch[];

test("null is dropped from types, enumerations and unions", () => {
  expect(fieldOf({ type: ["string", "null"] })).toBe("text");
  expect(fieldOf({ anyOf: [{ type: "integer" }, { type: "null" }] })).toBe("number");
  expect(formOf({ enum: ["a", null] }).uiSchema["ui:options"]?.choices).toEqual([{ value: "a", label: "a" }]);
});

test("an id that may be a text or a number is a text", () => {
  expect(fieldOf({ type: ["string", "integer", "null"] })).toBe("text");
  expect(fieldOf({ type: "array", items: { type: ["string", "integer"] } })).toBe("texts");
});

test("a union of one branch is the branch, with the union's own description", () => {
  const { schema } = formOf({
    description: "Ours",
    oneOf: [{ type: "string", description: "Theirs" }],
  });
  expect(schema).toMatchObject({ type: "string", description: "Ours" });
});

test("branches are named in words, each differently", () => {
  const names = branchesOf({
    oneOf: [
      { type: "string" },
      { type: "integer" },
      { type: "array", items: { type: "string" } },
      { type: "object", properties: { name: { type: "string" } } },
      { title: "A label", type: "object", properties: { id: { type: "integer" } } },
    ],
  }).map(({ label }) => label);
  expect(names).toEqual(["text", "whole number", "list of texts", "object", "A label"]);
});

test("branches that differ by a constant are named by it, and the constant is set instead of shown", () => {
  const branches = branchesOf({
    oneOf: ["page", "block"].map((kind) => ({
      type: "object",
      properties: { type: { const: kind }, [`${kind}Id`]: { type: "string" } },
      required: ["type"],
    })),
  });
  expect(branches.map(({ label, constants }) => [label, constants])).toEqual([
    ["page", { type: "page" }],
    ["block", { type: "block" }],
  ]);
  expect(Object.keys(branches[0]?.form.schema.properties ?? {})).toEqual(["pageId"]);
});

test("branches of one name are told apart by their members", () => {
  const names = branchesOf({
    anyOf: ["page", "database"].map((name) => ({
      type: "object",
      title: `${name}_parent`,
      properties: { [`${name}Id`]: { type: "string" } },
    })),
  }).map(({ label }) => label);
  expect(names).toEqual(["object with pageId", "object with databaseId"]);
});

test("a title that is the name of a type does not hide the member's name", () => {
  expect(formOf({ type: "string", title: "customer_param" }).schema.title).toBeUndefined();
  expect(formOf({ type: "string", title: "The customer" }).schema.title).toBe("The customer");
});

test("constants in a union are one choice, and texts of several formats one text", () => {
  const choices = formOf({ oneOf: [{ const: "a", title: "First" }, { const: "b" }] });
  expect(choices.uiSchema["ui:options"]?.choices).toEqual([
    { value: "a", label: "First" },
    { value: "b", label: "b" },
  ]);
  expect(
    fieldOf({
      anyOf: [
        { type: "string", format: "email" },
        { type: "string", maxLength: 0 },
      ],
    }),
  ).toBe("text");
});

test("references are inlined, and recursion becomes a JSON field", () => {
  const defs = {
    name: { type: "string", title: "Name" },
    node: { type: "object", properties: { name: { $ref: "#/$defs/name" }, next: { $ref: "#/$defs/node" } } },
  };
  const { schema, uiSchema } = formOf({ $ref: "#/$defs/node" }, { $defs: defs });
  expect(schema.properties?.name).toMatchObject({ type: "string", title: "Name" });
  expect(uiSchema.name?.["ui:field"]).toBe("text");
  expect(uiSchema.next?.["ui:field"]).toBe("json");
});

test("allOf is merged", () => {
  const { schema } = formOf({
    allOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { properties: { b: { type: "integer" } }, required: ["b"] },
    ],
  });
  expect(Object.keys(schema.properties ?? {})).toEqual(["a", "b"]);
  expect(schema.required).toEqual(["a", "b"]);
});

test("what no simple field can show is JSON", () => {
  expect(fieldOf({})).toBe("json");
  expect(fieldOf({ type: "object" })).toBe("json");
  expect(fieldOf({ type: "array", prefixItems: [{ type: "string" }] })).toBe("json");
  expect(fieldOf({ $ref: "#/$defs/missing" })).toBe("json");
  expect(fieldOf({ allOf: [{ type: "string" }, { type: "integer" }] })).toBe("json");
});

test("objects below the fourth level are JSON", () => {
  const nest = (depth: number): JsonSchema => ({
    type: "object",
    properties: { below: depth === 0 ? { type: "string" } : nest(depth - 1) },
  });
  let { uiSchema } = formOf(nest(6));
  for (let level = 1; level < 4; level++) {
    uiSchema = uiSchema.below ?? {};
  }
  expect(uiSchema["ui:field"]).toBe("json");
});

test("lists of texts are typed as tags, and lists of objects as cards", () => {
  expect(fieldOf({ type: "array", items: { type: "string" } })).toBe("texts");
  expect(fieldOf({ type: "array", items: { enum: ["a", "b"] } })).toBe("texts");
  expect(
    formOf({ type: "array", items: { type: "object", properties: { a: { type: "string" } } } }).schema.items,
  ).toMatchObject({ type: "object" });
});

test("an object with values of one schema takes names and values", () => {
  expect(fieldOf({ type: "object", additionalProperties: { type: "string" } })).toBe("map");
});

test("a union that only says which members go together is an object", () => {
  const { schema } = formOf({
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
  });
  expect(Object.keys(schema.properties ?? {})).toEqual(["a", "b"]);
});

test("a union at the root is a choice of objects", () => {
  const { uiSchema } = toFormSchema({
    anyOf: [
      { type: "object", properties: { id: { type: "integer" } } },
      { type: "object", properties: { name: { type: "string" } } },
    ],
  });
  expect(((uiSchema["ui:options"]?.branches ?? []) as Branch[]).map(({ label }) => label)).toEqual([
    "object with id",
    "object with name",
  ]);
});

test("a schema that is no longer a valid one does not throw", () => {
  expect(() => toFormSchema({ properties: "none", required: 5, anyOf: "x", allOf: [null] })).not.toThrow();
});

test.each(["allOf", "anyOf", "oneOf"])(
  "a schema in which %s multiplies becomes a form that ends",
  (keyword) => {
    const defs: Record<string, object> = { d40: { type: "object", properties: { q: { type: "string" } } } };
    for (let level = 0; level < 40; level++) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      defs[`d${level}`] = { [keyword]: [next, { ...next, description: "Another" }] };
    }
    const form = toFormSchema({
      type: "object",
      properties: { a: { $ref: "#/$defs/d0" }, b: true },
      $defs: defs,
    });
    expect(Object.keys(form.schema.properties ?? {})).toEqual(["a", "b"]);
  },
);
