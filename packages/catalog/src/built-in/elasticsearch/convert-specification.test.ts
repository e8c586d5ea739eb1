import { expect, it } from "vitest";
import { convertElasticsearch } from "./convert-specification.ts";
import type { Property, Specification, ValueOf } from "./specification.ts";

const named = (namespace: string, name: string): ValueOf => ({
  kind: "instance_of",
  type: { namespace, name },
});
const text = named("_builtins", "string");
const property = (name: string, type: ValueOf = text, required = false): Property => ({
  name,
  type,
  required,
});

const specification: Specification = {
  endpoints: [
    {
      name: "things.find",
      description: "Find things.\n\nMore about it.",
      urls: [
        { path: "/_things/_find", methods: ["GET", "POST"] },
        { path: "/{index}/_things/_find", methods: ["GET", "POST"] },
      ],
      request: { namespace: "things", name: "Request" },
      response: { namespace: "things", name: "Response" },
    },
    {
      name: "things.secret",
      urls: [{ path: "/_secret", methods: ["GET"] }],
      request: null,
      response: null,
      availability: { stack: { visibility: "private" } },
    },
  ],
  types: [
    {
      kind: "request",
      name: { namespace: "things", name: "Request" },
      path: [property("index")],
      query: [property("size", named("_types", "integer"))],
      body: {
        kind: "properties",
        properties: [
          property("query", named("_types.query_dsl", "QueryContainer"), true),
          property("document", named("things.Request", "TDocument")),
          property("order", named("things", "Order")),
        ],
      },
    },
    {
      kind: "response",
      name: { namespace: "things", name: "Response" },
      body: { kind: "value", value: { kind: "array_of", value: named("things", "Hit") } },
    },
    { kind: "interface", name: { namespace: "_types.query_dsl", name: "QueryContainer" }, properties: [] },
    {
      kind: "interface",
      name: { namespace: "things", name: "Hit" },
      properties: [property("id", text, true)],
      shortcutProperty: "id",
    },
    {
      kind: "enum",
      name: { namespace: "things", name: "Order" },
      members: [{ name: "asc", aliases: ["up"] }],
    },
  ],
};

const document = convertElasticsearch(specification);
const paths = document.paths as { [path: string]: { [method: string]: { [member: string]: unknown } } };

it("makes an operation of the longest and of the shortest address of an endpoint, and none of a private one", () => {
  expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ["/{index}/_things/_find", ["post"]],
    ["/_things/_find", ["post"]],
  ]);
  expect(paths["/_things/_find"]?.post).toMatchObject({
    operationId: "things_find_all",
    summary: "Find things (all)",
  });
  expect(paths["/_things/_find"]?.post?.parameters).toEqual([
    { name: "size", in: "query", required: false, explode: false, schema: { type: "integer" } },
  ]);
});

it("takes any document, refers to types, and replaces the query language by any object", () => {
  expect(paths["/{index}/_things/_find"]?.post?.requestBody).toEqual({
    required: false,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: {
            query: { $ref: "#/components/schemas/_types.query_dsl.QueryContainer" },
            document: {},
            order: { $ref: "#/components/schemas/things.Order" },
          },
          required: ["query"],
        },
      },
    },
  });
  const { schemas } = document.components as { schemas: { [name: string]: object } };
  expect(schemas).toMatchObject({
    "_types.query_dsl.QueryContainer": { type: "object", description: expect.stringContaining("bool") },
    "things.Order": { enum: ["asc", "up"] },
    "things.Hit": { anyOf: [{ type: "string" }, { type: "object", required: ["id"] }] },
  });
});
