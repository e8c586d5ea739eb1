import { expect, it } from "vitest";
import { findTypes, resolveRef } from "./read-schema.ts";

it("a reference with a percent sign that encodes nothing leads to the definition of that name", () => {
  const root = { $defs: { "100%": { type: "string" }, "a b": { type: "integer" } } };
  expect(resolveRef({ $ref: "#/$defs/100%" }, root)).toEqual({ type: "string" });
  expect(resolveRef({ $ref: "#/$defs/a%20b" }, root)).toEqual({ type: "integer" });
});

it("alternatives that many others share are read a few times", () => {
  let reads = 0;
  const shared = {
    get type() {
      reads++;
      return "integer";
    },
  };
  const levels = Array.from({ length: 4 }, (_, level) => [
    `Level${level}`,
    { anyOf: Array.from({ length: 8 }, () => ({ $ref: `#/$defs/Level${level + 1}` })) },
  ]);
  const root = { $defs: { ...Object.fromEntries(levels), Level4: shared } };
  expect(findTypes(resolveRef({ $ref: "#/$defs/Level0" }, root), root)).toEqual(["integer"]);
  expect(reads).toBeLessThan(10);
});
