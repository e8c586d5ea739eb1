import { expect, test } from "vitest";
import { fillRequired } from "./fill-required.ts";
import { toFormSchema } from "./to-form-schema.ts";

test("required objects are added, optional ones are not", () => {
  const inner = { type: "object" as const, properties: { name: { type: "string" as const } } };
  const schema = {
    type: "object" as const,
    required: ["a", "text"],
    properties: { a: { ...inner, required: ["name"] }, b: inner, text: { type: "string" as const } },
  };
  expect(fillRequired({}, toFormSchema(schema))).toEqual({ a: {} });
  expect(fillRequired({ a: { name: "x" }, c: 1 }, toFormSchema(schema))).toEqual({ a: { name: "x" }, c: 1 });
});

test("a required object without members of its own is added when it may be empty", () => {
  const fill = (body: object) =>
    fillRequired({}, toFormSchema({ type: "object", required: ["body"], properties: { body } }));
  for (const body of [
    { type: "object" },
    { type: "object", additionalProperties: false },
    { type: "object", additionalProperties: { type: "string" } },
  ]) {
    expect(fill(body), JSON.stringify(body)).toEqual({ body: {} });
  }
  for (const body of [
    {},
    { type: "object", minProperties: 1 },
    { type: "object", required: ["name"] },
    { type: "object", additionalProperties: { type: "string" }, minProperties: 1 },
  ]) {
    expect(fill(body), JSON.stringify(body)).toEqual({});
  }
});
