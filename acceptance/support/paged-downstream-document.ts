import type { JsonObject } from "./records.ts";

const integer = { type: "integer" };
const item = { type: "object", properties: { id: integer, name: { type: "string" } } };
const list = { type: "array", items: item };
const envelope = { type: "object", properties: { list, next: {} } };

const query = (name: string, schema: JsonObject = integer) => ({ name, in: "query", schema });

const get = (operationId: string, schema: JsonObject, members: JsonObject = {}) => ({
  get: {
    operationId,
    responses: { "200": { description: "OK", content: { "application/json": { schema } } } },
    ...members,
  },
});

const byCursor = { kind: "cursor", parameter: "cursor", cursorPath: "/next", resultsPath: "/list" };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
const context = { type: "repository", inputs: ["owner", "repository"] };

/** An OpenAPI document of the paged downstream, with the marks of its manifest. */
export const describePagedDownstream = (origin: string): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Paged downstream", version: "1.0.0" },
  servers: [{ url: origin }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  "x-bowline-objects": [
    {
      kind: "repository",
      operation: "list_repositories",
      namePath: "/full_name",
      labelPath: "/title",
      schemaPath: "/schema",
    },
  ],
  "x-bowline-test": { operation: "get_me", labelPath: "/login" },
  paths: {
    "/numbered": get("list_numbered", list, {
      parameters: [query("page", { ...integer, default: 1 }), query("per_page", { ...integer, maximum: 10 })],
    }),
    "/by-offset": get("list_by_offset", envelope, {
      parameters: [query("skip"), query("take", { ...integer, maximum: 10 })],
      "x-bowline-paging": { kind: "offset", parameter: "skip", sizeParameter: "take", resultsPath: "/list" },
    }),
    "/by-cursor": get("list_by_cursor", envelope, {
      parameters: [query("cursor")],
      "x-bowline-paging": byCursor,
    }),
    "/linked": get("list_linked", list, {
      parameters: [query("at")],
      "x-bowline-paging": { kind: "linkHeader" },
    }),
    "/endless": get("list_endless", envelope, {
      parameters: [query("cursor")],
      "x-bowline-paging": byCursor,
    }),
    "/circle": get("list_circle", envelope, {
      parameters: [query("cursor", { type: "string" })],
      "x-bowline-paging": byCursor,
    }),
    "/elsewhere": get("list_elsewhere", list, { "x-bowline-paging": { kind: "linkHeader" } }),
    "/native": get("list_native", list, {
      parameters: [
        query("skip"),
        query("limit"),
        query("parity", { type: "boolean" }),
        query("order", { type: "string" }),
      ],
      "x-bowline-results": {
        top: { parameter: "limit", max: 100 },
        offset: { parameter: "skip" },
        filters: [{ fieldName: "isOdd", operator: "eq", parameter: "parity" }],
        sort: [{ fieldName: "id", orderDirection: -1, parameters: { order: "-id" } }],
      },
    }),
    "/repositories": get("list_repositories", envelope, {
      parameters: [query("cursor")],
      "x-bowline-paging": byCursor,
    }),
    "/repositories/{owner}/{repository}/issues": {
      parameters: [inPath("owner"), inPath("repository")],
      ...get("list_issues", list, { "x-bowline-context": { ...context, outputSchemaPath: "/items" } }),
      post: {
        operationId: "create_issue",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { values: { type: "object" } } },
            },
          },
        },
        responses: { "200": { description: "OK" } },
        "x-bowline-context": { ...context, inputSchemaPath: "/properties/values" },
      },
    },
    "/me": get("get_me", { type: "object", properties: { login: { type: "string" } } }),
  },
});
