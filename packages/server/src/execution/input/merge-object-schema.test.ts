import { expect, test } from "vitest";
import { mergeObjectSchema } from "./merge-object-schema.ts";

const context = {
  type: "table",
  inputs: ["table"],
  inputSchemaPath: "/properties/fields",
  outputSchemaPath: "/properties/rows/items",
};
const own = { type: "object", properties: { price: { type: "number" } }, required: ["price"] };
const schemas = () => ({
  inputSchema: {
    type: "object",
    properties: {
      table: { type: "string" },
      fields: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    },
    required: ["table", "fields"],
  },
  outputSchema: {
    type: "object",
    properties: { rows: { type: "array", items: { $ref: "#/$defs/Row" } } },
    $defs: { Row: { type: "object" } },
  },
});

test("the object's fields are added at the places named, and the input that its name fills is removed", () => {
  const merged = mergeObjectSchema(schemas(), context, own);
  expect(merged.inputSchema).toEqual({
    type: "object",
    properties: {
      fields: {
        type: "object",
        properties: { id: { type: "string" }, price: { type: "number" } },
        required: ["id", "price"],
      },
    },
    required: ["fields"],
  });
  expect(merged.outputSchema).toMatchObject({
    properties: { rows: { items: { allOf: [{ $ref: "#/$defs/Row" }, own] } } },
  });
});

test("without a schema of the object, only the filled input is removed", () => {
  const { inputSchema, outputSchema } = mergeObjectSchema(schemas(), context, null);
  expect(inputSchema.properties).toEqual({ fields: schemas().inputSchema.properties.fields });
  expect(outputSchema).toEqual(schemas().outputSchema);
});

test("a path that the schema lacks changes nothing", () => {
  const nowhere = { ...context, inputSchemaPath: "/properties/none/deep", outputSchemaPath: "/items" };
  const { inputSchema, outputSchema } = mergeObjectSchema(schemas(), nowhere, own);
  expect(inputSchema.properties).toEqual({ fields: schemas().inputSchema.properties.fields });
  expect(outputSchema).toEqual(schemas().outputSchema);
});

test("the empty path means the whole schema", () => {
  const { outputSchema } = mergeObjectSchema(
    { inputSchema: {}, outputSchema: { type: "object", properties: { id: {} } } },
    { type: "table", inputs: ["table"], outputSchemaPath: "" },
    own,
  );
  expect(outputSchema.properties).toEqual({ id: {}, price: { type: "number" } });
});
