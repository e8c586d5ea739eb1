import { expect, test } from "vitest";
import { listNumberFields } from "./list-number-fields.ts";

test("the numbers in the results are found through references, parts and objects", () => {
  const outputSchema = {
    type: "object",
    properties: { data: { $ref: "#/$defs/Page" }, total: { type: "integer" } },
    $defs: {
      Page: { properties: { "it/ems": { type: "array", items: { $ref: "#/$defs/Item" } } } },
      Id: { type: ["integer", "null"] },
      Item: {
        allOf: [{ $ref: "#/$defs/Base" }, { properties: { price: { type: "number" } } }],
        properties: {
          owner: { properties: { id: { $ref: "#/$defs/Id" }, parent: { $ref: "#/$defs/Item" } } },
        },
      },
      Base: {
        properties: {
          id: { $ref: "#/$defs/Id" },
          name: { type: "string" },
          any: {},
          code: { type: ["integer", "string"] },
          parentId: { anyOf: [{ type: "integer" }, { type: "null" }], title: "Parent" },
          ownerId: { description: "Who owns it.", allOf: [{ $ref: "#/$defs/Id" }] },
          mixed: { anyOf: [{ type: "integer" }, { type: "string" }] },
        },
      },
    },
  };
  expect(listNumberFields(outputSchema, "/data/it~1ems").sort()).toEqual([
    "id",
    "owner.id",
    "owner.parent.id",
    "owner.parent.ownerId",
    "owner.parent.parentId",
    "owner.parent.price",
    "ownerId",
    "parentId",
    "price",
  ]);
  expect(listNumberFields({ type: "array", items: { properties: { n: { type: "integer" } } } }, "")).toEqual([
    "n",
  ]);
  expect(listNumberFields({}, null)).toEqual([]);
  expect(listNumberFields(outputSchema, "/none/there")).toEqual([]);
});

test("a schema that refers to itself in all of its properties is looked at to a limit", () => {
  const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
  const all = { properties: Object.fromEntries(names.map((name) => [name, { $ref: "#/$defs/All" }])) };
  expect(listNumberFields({ items: { $ref: "#/$defs/All" }, $defs: { All: all } }, "")).toEqual([]);
});

test("of a list of alternatives only the beginning is looked at, however long it is", () => {
  const numbers = Array.from({ length: 200_000 }, () => ({ type: "integer" }));
  const names = Array.from({ length: 1000 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: "#/$defs/Numbers" }]));
  const schema = { items: { properties }, $defs: { Numbers: { oneOf: numbers } } };
  expect(listNumberFields(schema, "")).toEqual(names.slice(0, 200));
});
