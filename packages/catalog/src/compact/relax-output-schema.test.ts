import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { relaxOutputSchema } from "./relax-output-schema.ts";

test("a relaxed schema keeps members and types, and needs none of the members", () => {
  const schema = {
    type: "object",
    required: ["id"],
    additionalProperties: false,
    dependencies: { owner: ["id"] },
    properties: {
      id: { type: "integer", minimum: 1 },
      state: { enum: ["open", "closed"] },
      country: { enum: Array.from({ length: 300 }, (_, n) => `country ${n}`) },
      owner: {
        oneOf: [
          { type: "object", required: ["login"] },
          { type: "object", required: ["name"] },
        ],
      },
      required: { $ref: "#/$defs/list" },
    },
    $defs: { list: { type: "array", minItems: 1, items: { type: "string", format: "uri" } } },
  };
  const relaxed = relaxOutputSchema(schema);
  expect(relaxed).toEqual({
    type: "object",
    properties: {
      id: { type: "integer" },
      state: { enum: ["open", "closed"] },
      country: { type: "string" },
      owner: { anyOf: [{ type: "object" }, { type: "object" }] },
      required: { $ref: "#/$defs/list" },
    },
    $defs: { list: { type: "array", items: { type: "string" } } },
  });
  const isValid = new Ajv2020({ strict: false }).compile(relaxed);
  for (const value of [
    {},
    { id: 0, owner: {}, more: 1, required: [] },
    { owner: { login: "a", name: "b" } },
  ]) {
    expect(isValid(value)).toBe(true);
  }
  expect(isValid({ id: "1" })).toBe(false);
});
