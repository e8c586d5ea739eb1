import { expect, test } from "vitest";
import { fillRequired } from "./fill-required.ts";

test("required objects are added, optional ones are not", () => {
  const inner = { type: "object" as const, properties: { name: { type: "string" as const } } };
  const schema = {
    type: "object" as const,
    required: ["a", "text"],
    properties: { a: { ...inner, required: ["name"] }, b: inner, text: { type: "string" as const } },
  };
  expect(fillRequired({}, schema)).toEqual({ a: {} });
  expect(fillRequired({ a: { name: "x" }, c: 1 }, schema)).toEqual({ a: { name: "x" }, c: 1 });
});
