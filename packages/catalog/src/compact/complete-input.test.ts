import { expect, test } from "vitest";
import { compactSchema } from "./compact-schema.ts";
import { completeInput } from "./complete-input.ts";

test("each schema of arrays gets items", () => {
  const schema = {
    type: "object",
    properties: {
      plain: { type: "array" },
      mixed: { anyOf: [{ type: ["string", "array"], items: true }, { type: "object" }] },
      nested: { type: "array", items: { type: "array" } },
      tuple: { type: "array", prefixItems: [{ type: "string" }] },
      enum: { enum: [{ type: "array" }] },
      default: { default: { type: "array" } },
    },
    $defs: { list: { type: "array" } },
  };
  const before = structuredClone(schema);
  expect(completeInput(schema)).toEqual({
    type: "object",
    properties: {
      plain: { type: "array", items: {} },
      mixed: { anyOf: [{ type: ["string", "array"], items: {} }, { type: "object" }] },
      nested: { type: "array", items: { type: "array", items: {} } },
      tuple: { type: "array", prefixItems: [{ type: "string" }], items: {} },
      enum: { enum: [{ type: "array" }] },
      default: { default: { type: "array" } },
    },
    $defs: { list: { type: "array", items: {} } },
  });
  expect(schema).toEqual(before);
});

test("an input without members gets an empty object of them", () => {
  expect(completeInput({ type: "object" })).toEqual({ type: "object", properties: {} });
  expect(compactSchema({ type: "object", properties: {} })).toEqual({ type: "object", properties: {} });
});

test("a complete schema stays as it is, also when it is shortened", () => {
  const schema = { type: "object", properties: { all: { type: "array", items: {} } } };
  expect(completeInput(schema)).toBe(schema);
  expect(compactSchema(schema)).toEqual(schema);
});
