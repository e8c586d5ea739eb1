import type { JsonObject } from "./records.ts";

const anyObject = { type: "object", additionalProperties: true };
const item = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" } },
  additionalProperties: true,
};

function query(name: string, schema: JsonObject, extras: JsonObject = {}): JsonObject {
  return { name, in: "query", schema, ...extras };
}

function responds(schema: JsonObject | null, operation: JsonObject): JsonObject {
  const content = schema && { content: { "application/json": { schema } } };
  return { responses: { "200": { description: "OK", ...content } }, ...operation };
}

function takes(contentType: string, schema: JsonObject): JsonObject {
  return { requestBody: { required: true, content: { [contentType]: { schema } } } };
}

const textList = { type: "array", items: { type: "string" } };
const pathParameter = (name: string, schema: JsonObject, extras: JsonObject = {}) => ({
  name,
  in: "path",
  required: true,
  schema,
  ...extras,
});

const newItem = {
  type: "object",
  required: ["title"],
  additionalProperties: false,
  properties: {
    title: { type: "string", minLength: 1 },
    amount: { type: "number", minimum: 0 },
    due: { type: "string", format: "date-time" },
    lines: {
      type: "array",
      items: {
        type: "object",
        required: ["sku"],
        additionalProperties: false,
        properties: { sku: { type: "string" }, count: { type: "integer", minimum: 1 } },
      },
    },
  },
};

/** Everything the suite's downstream offers, as the paths of an OpenAPI document. */
export const operations = {
  "/items": {
    get: responds(
      { type: "array", items: item },
      {
        operationId: "list_items",
        summary: "List the items of the store",
        tags: ["items"],
        parameters: [query("color", { type: "string" })],
      },
    ),
    post: responds(anyObject, {
      operationId: "create_item",
      summary: "Create an item",
      tags: ["items"],
      ...takes("application/json", newItem),
    }),
  },
  "/items/{itemId}": {
    parameters: [pathParameter("itemId", { type: "integer" })],
    get: responds(item, { operationId: "get_item", summary: "Get one item", tags: ["items"] }),
    put: responds(anyObject, {
      operationId: "update_item",
      summary: "Replace an item",
      ...takes("application/json", newItem),
    }),
    delete: {
      operationId: "delete_item",
      summary: "Delete an item",
      responses: { "204": { description: "Gone" } },
    },
  },
  "/wrapped": {
    get: responds(
      {
        type: "object",
        properties: { data: { type: "array", items: item }, next: { type: "string" } },
      },
      { operationId: "list_wrapped", summary: "List items in an envelope" },
    ),
  },
  "/anything": {
    get: responds(null, { operationId: "read_anything", summary: "Read something" }),
    post: responds(null, { operationId: "write_anything", summary: "Write something" }),
  },
  "/public": {
    get: responds(anyObject, { operationId: "read_public", summary: "Read what is public", security: [] }),
  },
  "/old": {
    get: responds(anyObject, { operationId: "read_old", summary: "Read the old way", deprecated: true }),
  },
  "/styles/{plain}/{label}/{matrix}": {
    get: responds(anyObject, {
      operationId: "send_styles",
      summary: "Send every parameter style",
      parameters: [
        pathParameter("plain", textList),
        pathParameter("label", textList, { style: "label" }),
        pathParameter("matrix", textList, { style: "matrix" }),
        query("exploded", textList),
        query("joined", textList, { explode: false }),
        query("spaced", textList, { style: "spaceDelimited", explode: false }),
        query("piped", textList, { style: "pipeDelimited", explode: false }),
        query("deep", anyObject, { style: "deepObject", explode: true }),
        { name: "X-Trace", in: "header", schema: { type: "string" } },
        { name: "flavor", in: "cookie", schema: { type: "string" } },
      ],
    }),
  },
  "/clash/{name}": {
    parameters: [pathParameter("name", { type: "string" }, { description: "of the path" })],
    post: responds(anyObject, {
      operationId: "send_clash",
      summary: "Send one name twice",
      ...takes("application/json", {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string", description: "of the body" } },
      }),
    }),
  },
  "/form": {
    post: responds(anyObject, {
      operationId: "send_form",
      summary: "Send a form",
      ...takes("application/x-www-form-urlencoded", {
        type: "object",
        properties: { first: { type: "string" }, second: { type: "integer" }, many: textList },
      }),
    }),
  },
  "/multipart": {
    post: responds(anyObject, {
      operationId: "send_multipart",
      summary: "Send a form with a file",
      ...takes("multipart/form-data", {
        type: "object",
        properties: { caption: { type: "string" }, file: { type: "string", format: "binary" } },
      }),
    }),
  },
  "/text": {
    post: responds(anyObject, {
      operationId: "send_text",
      summary: "Send text",
      ...takes("text/plain", { type: "string" }),
    }),
  },
  "/binary": {
    post: responds(anyObject, {
      operationId: "send_binary",
      summary: "Send bytes",
      ...takes("application/octet-stream", { type: "string", format: "binary" }),
    }),
  },
  "/array": {
    post: responds(anyObject, {
      operationId: "send_array",
      summary: "Send an array",
      ...takes("application/json", { type: "array", items: { type: "integer" } }),
    }),
  },
  "/status/{code}": {
    parameters: [pathParameter("code", { type: "integer" })],
    get: responds(anyObject, { operationId: "get_status", summary: "Return this status" }),
    post: responds(anyObject, { operationId: "post_status", summary: "Return this status for a write" }),
  },
  "/slow": {
    get: responds(anyObject, {
      operationId: "read_slowly",
      summary: "Return after a while",
      parameters: [query("milliseconds", { type: "integer" }, { required: true })],
    }),
    post: responds(anyObject, {
      operationId: "write_slowly",
      summary: "Write after a while",
      ...takes("application/json", {
        type: "object",
        required: ["milliseconds"],
        properties: { milliseconds: { type: "integer" } },
      }),
    }),
  },
  "/large": {
    get: responds(anyObject, {
      operationId: "read_large",
      summary: "Return this many bytes",
      parameters: [query("bytes", { type: "integer" }, { required: true })],
    }),
  },
  "/rubbish": { get: responds(anyObject, { operationId: "read_rubbish", summary: "Return broken JSON" }) },
  "/reset": {
    get: responds(anyObject, { operationId: "read_reset", summary: "Break the connection" }),
    post: responds(anyObject, { operationId: "write_reset", summary: "Break the connection of a write" }),
  },
  "/echo": {
    get: responds(anyObject, { operationId: "read_echo", summary: "Return the request's headers" }),
  },
  "/refuse": {
    get: responds(anyObject, { operationId: "read_refusal", summary: "Refuse with the credential" }),
  },
  "/scope": {
    get: responds(anyObject, { operationId: "read_scope", summary: "Refuse for lack of a scope" }),
  },
  "/redirect": {
    get: responds(anyObject, { operationId: "follow_redirect", summary: "Redirect elsewhere" }),
  },
};
