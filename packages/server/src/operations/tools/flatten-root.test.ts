import { expect, test } from "vitest";
import { buildDefinition } from "./build-definition.ts";
import { flattenRoot } from "./flatten-root.ts";

const definitions = {
  Common: { properties: { id: { type: "string" } }, required: ["id"] },
  Self: { allOf: [{ $ref: "#/$defs/Self" }], properties: { self: {} } },
};
const union = {
  type: "object",
  properties: { note: { type: "string" } },
  allOf: [{ $ref: "#/$defs/Common" }, { $ref: "#/$defs/Self" }],
  oneOf: [
    {
      properties: { kind: { const: "a" }, title: { type: "string" }, note: {} },
      required: ["kind", "title"],
    },
    { properties: { kind: { const: "b" }, count: { type: "integer" } }, required: ["kind"] },
  ],
  $defs: definitions,
};
const flat = {
  type: "object",
  properties: {
    note: { type: "string" },
    id: { type: "string" },
    self: {},
    kind: { anyOf: [{ const: "a" }, { const: "b" }] },
    title: { type: "string" },
    count: { type: "integer" },
  },
  required: ["id", "kind"],
  $defs: definitions,
};

test("the members of all alternatives become members of the root", () => {
  expect(flattenRoot(union)).toEqual(flat);
});

test("a reference at the root is followed", () => {
  expect(flattenRoot({ type: "object", $ref: "#/$defs/Common", $defs: definitions })).toEqual({
    type: "object",
    ...definitions.Common,
    $defs: definitions,
  });
});

test("alternatives that only require members leave the root as it is", () => {
  const { allOf: _, oneOf: __, ...plain } = union;
  expect(flattenRoot({ ...plain, anyOf: [{ required: ["a"] }, { required: ["b"] }] })).toEqual(plain);
  expect(flattenRoot(plain)).toBe(plain);
});

test("a schema that refers to itself in many places ends", () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ $ref: `#/$defs/D${at}` }));
  const defs = Object.fromEntries(
    many.map((__, at) => [`D${at}`, { anyOf: many, properties: { [`p${at}`]: {} } }]),
  );
  expect(flattenRoot({ type: "object", anyOf: many, $defs: defs })).toHaveProperty("properties.p0");
});

test("a definition of many members that each alternative refers to takes little CPU time", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`p${at}`, { type: "string" }]),
  );
  const anyOf = Array.from({ length: 250 }, () => ({ $ref: "#/$defs/D" }));
  const before = process.cpuUsage();
  const flattened = flattenRoot({ type: "object", anyOf, $defs: { D: { properties } } });
  const { user, system } = process.cpuUsage(before);
  expect(flattened.properties).toEqual(properties);
  // About 50 ms; other threads of the process count too.
  expect((user + system) / 1000).toBeLessThan(2000);
});

test("models whose interfaces refuse alternatives see their members", () => {
  const tool = {
    slug: "notes_add",
    name: "Add",
    description: "Adds.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    inputSchema: union,
    outputSchema: null,
  };
  expect(buildDefinition("openai", tool)).toMatchObject({ function: { parameters: flat } });
  expect(buildDefinition("anthropic", tool)).toMatchObject({ input_schema: flat });
  expect(buildDefinition("mcp", tool)).toMatchObject({ inputSchema: flat });
});
