import { describe, expect, test } from "vitest";
import { convertMcpOutput, convertMcpSchema } from "./convert-mcp-schema.ts";

describe("a declared schema", () => {
  test("of 2020-12 with type object is kept, with its definitions", () => {
    const schema = {
      type: "object",
      properties: { node: { $ref: "#/$defs/node" } },
      required: ["node"],
      additionalProperties: false,
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    };
    expect(convertMcpSchema(schema)).toEqual(schema);
    const named = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema };
    expect(convertMcpSchema(named)).toEqual(named);
  });

  test("keeps the anchors of its definitions, refers to these by their names, and leaves out what nothing refers to", () => {
    const properties = { a: { $ref: "#first" }, b: { $ref: "#both" }, c: { $anchor: "inside" } };
    const defs = {
      "one/a": { $anchor: "first", type: "string" },
      unused: { $ref: "#/$defs/two" },
      two: { $anchor: "both" },
      three: { $anchor: "both" },
      four: { $anchor: "no name" },
    };
    expect(convertMcpSchema({ type: "object", properties, $defs: defs })).toEqual({
      type: "object",
      properties: { a: { $ref: "#/$defs/one~1a" }, b: {}, c: {} },
      $defs: { "one/a": { $anchor: "first", type: "string" } },
    });
  });

  test("of an older draft is converted", () => {
    expect(
      convertMcpSchema({
        $schema: "http://json-schema.org/draft-07/schema#",
        properties: { pair: { type: "array", items: [{ type: "string" }, { $ref: "#/definitions/a" }] } },
        definitions: { a: { type: "integer" } },
      }),
    ).toEqual({
      type: "object",
      properties: { pair: { type: "array", prefixItems: [{ type: "string" }, { $ref: "#/$defs/a" }] } },
      $defs: { a: { type: "integer" } },
    });
  });

  test.each([undefined, null, true, "text", [], { type: "array", items: {} }])(
    "%j becomes a schema that permits any object",
    (it) => {
      expect(convertMcpSchema(it)).toEqual({ type: "object" });
    },
  );

  test("of an output may be of any type", () => {
    const list = { type: "array", items: { $ref: "#/$defs/note" }, $defs: { note: { type: "object" } } };
    expect(convertMcpOutput(list)).toEqual(list);
    expect(convertMcpOutput({ type: "number", minimum: 1 })).toEqual({ type: "number", minimum: 1 });
    expect(convertMcpOutput({ properties: {} })).toEqual({ type: "object", properties: {} });
    expect(convertMcpOutput(true)).toEqual({ type: "object" });
  });

  test("keeps only references to its own definitions", () => {
    const properties = {
      away: { $ref: "https://example.com/schema.json" },
      missing: { $ref: "#/$defs/nothing", description: "kept" },
      $ref: { type: "string" },
      definitions: { type: "number", $dynamicRef: "#x" },
    };
    expect(convertMcpSchema({ type: "object", properties }).properties).toEqual({
      away: {},
      missing: { description: "kept" },
      $ref: { type: "string" },
      definitions: { type: "number" },
    });
  });

  test("keeps references to its other parts, which become definitions", () => {
    const place = { type: "object", properties: { city: { type: "string" } } };
    const properties = {
      from: place,
      to: { $ref: "#/properties/from" },
      back: { $ref: "#/properties/from", description: "kept" },
      city: { $ref: "#/properties/from/properties/city" },
      inner: { $ref: "#" },
      odd: { $ref: "#/%zz" },
    };
    expect(convertMcpSchema({ type: "object", properties, $defs: { shared1: {} } })).toEqual({
      type: "object",
      properties: {
        from: place,
        to: { $ref: "#/$defs/shared1001" },
        back: { $ref: "#/$defs/shared1001", description: "kept" },
        city: { $ref: "#/$defs/shared2" },
        inner: { $ref: "#/$defs/shared3" },
        odd: {},
      },
      $defs: {
        shared1001: place,
        shared2: { type: "string" },
        shared3: {
          type: "object",
          properties: expect.objectContaining({ inner: { $ref: "#/$defs/shared3" } }),
        },
      },
    });
  });

  test("keeps references with percent signs, which are decoded first (RFC 6901 §6)", () => {
    const text = { type: "string" };
    const properties = {
      spaced: { $ref: "#/$defs/My%20type" },
      slash: { $ref: "#/definitions%2Fa~1b" },
      tilde: { $ref: "#/%24defs/a%7E1b" },
      percent: { $ref: "#/$defs/100%25" },
      inside: { $ref: "#/properties/a%7E0b%2Fitems" },
      "a~b": { type: "array", items: text },
    };
    const defs = { "My type": text, "a/b": text, "100%": text };
    expect(convertMcpSchema({ type: "object", properties, $defs: defs })).toEqual({
      type: "object",
      properties: {
        spaced: { $ref: "#/$defs/My type" },
        slash: { $ref: "#/$defs/a~1b" },
        tilde: { $ref: "#/$defs/a~1b" },
        percent: { $ref: "#/$defs/100%25" },
        inside: { $ref: "#/$defs/shared1" },
        "a~b": { type: "array", items: text },
      },
      $defs: { ...defs, shared1: text },
    });
  });

  test.each([
    ["exclusiveMinimum", true],
    ["type", ["string", "string"]],
    ["multipleOf", 0],
    ["required", true],
    ["type", "any"],
    ["type", []],
    ["enum", []],
    ["anyOf", []],
    ["examples", "one"],
    ["description", 5],
    ["minLength", -1],
    ["pattern", "(?i)a"],
    ["items", []],
    ["dependentRequired", { b: "c" }],
    ["dependentRequired", { b: ["c", "c"] }],
    ["contentSchema", { $ref: "#/$defs/gone" }],
  ])("leaves out %s: %j, and keeps the rest", (keyword, value) => {
    const properties = { a: { title: "A", [keyword]: value }, b: { type: "string" } };
    expect(convertMcpSchema({ type: "object", properties, required: ["b", "b", 5] })).toEqual({
      type: "object",
      properties: { a: { title: "A" }, b: { type: "string" } },
      required: ["b"],
    });
  });

  test("keeps only those patterns of members' names that JavaScript knows", () => {
    const patternProperties = { "^x-": { type: "string" }, "(?i)a": { type: "string" }, "[": {} };
    expect(convertMcpSchema({ type: "object", patternProperties })).toEqual({
      type: "object",
      patternProperties: { "^x-": { type: "string" } },
    });
  });

  test("has a definition of its own for each part that it refers to", () => {
    const parts = Array.from({ length: 1200 }, (_, index) => [`part${index}`, { const: index }]);
    const references = parts.map(([name]) => ({ $ref: `#/x-parts/${name}` }));
    const { prefixItems, $defs } = convertMcpSchema({
      prefixItems: references,
      "x-parts": Object.fromEntries(parts),
      properties: { a: { $ref: "#/$defs/shared1" } },
      $defs: { shared1: { const: "own" } },
    });
    const definitions = $defs as Record<string, { const: unknown }>;
    const found = (prefixItems as { $ref: string }[]).map(
      ({ $ref }) => definitions[$ref.replace("#/$defs/", "")]?.const,
    );
    expect(found).toEqual(parts.map((_, index) => index));
  });

  test("gets no keywords from a member called __proto__", () => {
    const declared = JSON.parse(
      '{"type":"object","properties":{"a":{"__proto__":{"type":"integer"}}},"__proto__":{"required":["a"]}}',
    );
    const { properties, required } = convertMcpSchema(declared);
    expect(required).toBeUndefined();
    expect((properties as { a: { type?: string } }).a.type).toBeUndefined();
  });

  test("that is nested too deeply is cut", () => {
    let deep: Record<string, unknown> = { type: "string" };
    for (let depth = 0; depth < 5000; depth++) {
      deep = { type: "object", properties: { a: deep } };
    }
    expect(JSON.stringify(convertMcpSchema(deep)).length).toBeLessThan(5000);
  });
});
