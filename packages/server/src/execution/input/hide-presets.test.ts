import { expect, test } from "vitest";
import { hidePresets } from "./hide-presets.ts";

const text = { type: "string" };

test("members, required names, examples and defaults are left out", () => {
  const schema = {
    type: "object",
    properties: { channel: text, body: text },
    required: ["channel", "body"],
    default: { channel: "C1", body: "x" },
    examples: [{ channel: "C1", body: "x" }],
    dependentRequired: { channel: ["body"] },
  };
  const before = structuredClone(schema);
  expect(hidePresets(schema, ["channel"])).toEqual({
    type: "object",
    properties: { body: text },
    required: ["body"],
    default: { body: "x" },
    examples: [{ body: "x" }],
    dependentRequired: {},
  });
  expect(schema).toEqual(before);
});

test("alternatives and definitions for the same value are changed, other uses of a definition are not", () => {
  const part = { type: "object", properties: { channel: text, other: text }, required: ["channel"] };
  const schema = {
    type: "object",
    properties: { nested: { $ref: "#/$defs/part" } },
    allOf: [{ $ref: "#/$defs/part" }],
    anyOf: [{ required: ["channel"] }, { properties: { channel: { const: "C1" } } }],
    $defs: { part },
  };
  expect(hidePresets(schema, ["channel"])).toEqual({
    type: "object",
    properties: { nested: { $ref: "#/$defs/part" } },
    allOf: [{ allOf: [{ type: "object", properties: { other: text }, required: [] }] }],
    anyOf: [{ required: [] }, { properties: {} }],
    $defs: { part },
  });
});

test("a definition that refers to itself ends", () => {
  const schema = { $ref: "#/$defs/loop", $defs: { loop: { allOf: [{ $ref: "#/$defs/loop" }] } } };
  expect(JSON.stringify(hidePresets(schema, ["x"]))).toContain("$defs");
});

test("definitions that multiply are copied a thousand times at most", () => {
  const defs: Record<string, object> = { d3: { type: "object", properties: { channel: text } } };
  for (let level = 0; level < 3; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    defs[`d${level}`] = { anyOf: Array.from({ length: 40 }, () => next) };
  }
  const schema = {
    type: "object",
    properties: { channel: text, body: text },
    $ref: "#/$defs/d0",
    $defs: defs,
  };
  const hidden = hidePresets(schema, ["channel"]);
  expect(hidden.properties).toEqual({ body: text });
  expect(JSON.stringify({ ...hidden, $defs: {} }).split('"anyOf"').length).toBeLessThan(1000);
});
