import { describe, expect, it } from "vitest";
import { importOperation, importSmallDocument } from "../../testing/import-small-document.ts";
import { importOpenApi } from "./import-openapi.ts";

describe("the application", () => {
  it("has the document's own information", () => {
    const { application } = importSmallDocument({
      info: {
        title: "Shop API",
        description: "Sells things.",
        "x-logo": { url: "https://shop.test/logo.png" },
        "x-apisguru-categories": ["ecommerce"],
        contact: { url: "https://shop.test" },
      },
      paths: { "/a": { get: {} } },
    });
    expect(application).toMatchObject({
      slug: "shop",
      name: "Shop API",
      description: "Sells things.",
      categories: ["ecommerce"],
      iconUrl: "https://shop.test/logo.png",
      websiteUrl: "https://shop.test",
      source: "openapi",
      requiresConnection: false,
      authentications: [{ type: "none", fields: [] }],
    });
  });

  it("has the name that the import gives, else its slug", () => {
    expect(importSmallDocument({}, { name: "My shop" }).application.name).toBe("My shop");
    expect(importSmallDocument({ info: undefined }).application.name).toBe("shop");
  });
});

it("leaves out what takes a list of parts without names, unless the body can be sent otherwise", () => {
  const parts = { schema: { type: "array", prefixItems: [{ type: "string" }, {}] } };
  const others = [
    { itemSchema: { type: "object" } },
    { schema: { items: {} }, itemEncoding: { contentType: "image/png" } },
  ];
  const post = (content: object) => ({ post: { requestBody: { content }, responses: {} } });
  const { application, skipped } = importSmallDocument({
    paths: {
      "/a": post({ "multipart/mixed": parts }),
      "/b": post({ "multipart/mixed": others[0], "multipart/related": others[1] }),
      "/c": post({ "multipart/mixed": parts, "application/json": { schema: { type: "object" } } }),
      "/d": post({ "multipart/form-data": { schema: { type: "object" } } }),
    },
  });
  expect(skipped).toEqual([
    {
      operation: "POST /a",
      reason: "its body (multipart/mixed) is a list of parts without names, which cannot be sent",
    },
    {
      operation: "POST /b",
      reason:
        "its body (multipart/mixed, multipart/related) is a list of parts without names, which cannot be sent",
    },
  ]);
  const kinds = application.tools.map(({ binding }) => "body" in binding && binding.body?.kind);
  expect(kinds).toEqual(["json", "multipart"]);
});

describe("operations", () => {
  it("become tools, except TRACE, webhooks and callbacks", () => {
    const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    const { application, skipped } = importSmallDocument({
      paths: {
        "/a": Object.fromEntries(
          methods.map((method) => [method, { callbacks: { c: { "/b": { get: {} } } } }]),
        ),
      },
      webhooks: { thingAdded: { post: {} } },
    });
    expect(application.tools.map(({ operationKey }) => operationKey)).toEqual([
      "GET /a",
      "PUT /a",
      "POST /a",
      "DELETE /a",
      "OPTIONS /a",
      "HEAD /a",
      "PATCH /a",
    ]);
    expect(skipped).toEqual([{ operation: "TRACE /a", reason: "TRACE only echoes a request" }]);
  });

  it("of OpenAPI 3.2 may have the QUERY method and additional ones", () => {
    const { application } = importSmallDocument({
      openapi: "3.2.0",
      paths: { "/a": { query: {}, additionalOperations: { COPY: {} } } },
    });
    expect(application.tools.map(({ binding }) => binding)).toMatchObject([
      { method: "QUERY" },
      { method: "COPY" },
    ]);
  });

  it("are found behind references to path items", () => {
    const { application, skipped } = importSmallDocument({
      openapi: "3.1.0",
      paths: { "/a": { $ref: "#/components/pathItems/A" }, "/b": { $ref: "b.yaml" } },
      components: { pathItems: { A: { get: {} } } },
    });
    expect(application.tools.map(({ operationKey }) => operationKey)).toEqual(["GET /a"]);
    expect(skipped).toEqual([
      { operation: "/b", reason: "the path refers to b.yaml, which is not in the document" },
    ]);
  });

  it("are found behind references, and skipped where these leave the document", () => {
    const { application, skipped, warnings } = importSmallDocument({
      paths: { "/a": { get: { $ref: "#/components/x-operations/A" }, post: { $ref: "resources/a.yml" } } },
      components: { "x-operations": { A: { operationId: "get_a" } } },
    });
    expect(application.tools.map(({ slug }) => slug)).toEqual(["shop_get_a"]);
    expect(skipped).toEqual([
      { operation: "POST /a", reason: "it refers to resources/a.yml, which is not in the document" },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [{ paths: { "/a": { get: { $ref: "resources/a.yml" } } } }, "join these to one document first"],
    [{ openapi: "3.1.0", webhooks: { sold: { post: {} } } }, "It describes webhooks only"],
  ])("are missed with what can be done: %j", (members, remedy) => {
    expect(importSmallDocument(members).warnings.join()).toContain(remedy);
  });

  it.each([
    ["Create", "template_create", "Template create"],
    ["list", "listTemplates", "List templates"],
    ["Search", "search", "Search"],
    ["Directions", "getDirections2", "Directions"],
    ["Create a template", "template_create", "Create a template"],
  ])("with the summary %j and the id %s have the name %j", (summary, operationId, name) => {
    expect(importOperation({ summary, operationId }).name).toBe(name);
  });

  it.each([
    ["get", true, false, true],
    ["head", true, false, true],
    ["options", true, false, true],
    ["put", false, true, true],
    ["delete", false, true, true],
    ["post", false, true, false],
    ["patch", false, true, false],
  ])("by %s have the hints of their method", (method, readOnlyHint, destructiveHint, idempotentHint) => {
    const { annotations } = importOperation({ operationId: "doThings" }, { method, path: "/thing" });
    expect(annotations).toEqual({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: true });
  });

  it.each([
    [{ operationId: "createThing" }, "/things", false],
    [{ operationId: "things/create-for-user" }, "/things", false],
    [{ operationId: "PostThings", description: "<p>Creates a thing.</p>" }, "/things", false],
    [{ operationId: "postQuery", summary: "Query things" }, "/things/query", false],
    [{ operationId: "createCancellation" }, "/things", true],
    [{ summary: "Create a request" }, "/things/{id}/cancel", true],
    [{ operationId: "PostThing", description: "Updates a thing." }, "/things/{id}", true],
    [{ operationId: "unregister", description: "Deactivates a monitor." }, "/things/{id}", true],
    [{}, "/thing", true],
    [{}, "/status", true],
    [{}, "/things/{id}", true],
    [{}, "/settings", true],
    [{}, "/things/{id}/actions", true],
    [{}, "/things", false],
    [{}, "/transactions", false],
    [{ operationId: "purgeAll" }, "/things", true],
  ])(
    "by POST destroy unless they go to a collection, or their texts say that they only add or look: %j %s",
    (operation, path, expected) => {
      const { annotations } = importOperation(operation, { method: "post", path });
      expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: expected });
    },
  );

  it("carry summary, description, tags and deprecation", () => {
    const tool = importOperation({
      operationId: "listThings",
      summary: "List things.",
      description: "<p>Lists <code>things</code>.</p>",
      tags: ["things"],
      deprecated: true,
    });
    expect(tool).toMatchObject({
      name: "List things",
      description: "Lists `things`.",
      tags: ["things"],
      isDeprecated: true,
      contextType: null,
    });
  });

  it("of the document's own OAuth are no tools, unless an earlier import published them", () => {
    const flow = {
      authorizationUrl: "https://login.shop.test/authorize",
      tokenUrl: "/v1/token/",
      scopes: {},
    };
    const members = {
      components: { securitySchemes: { OAuth: { type: "oauth2", flows: { authorizationCode: flow } } } },
      paths: {
        "/authorize": { get: {}, servers: [{ url: "https://login.shop.test" }] },
        "/token": { post: {}, get: {} },
        "/token/about": { post: {} },
      },
    };
    const { application, skipped } = importSmallDocument(members);
    expect(skipped).toEqual([
      { operation: "GET /authorize", reason: expect.stringContaining("where people sign in") },
      { operation: "POST /token", reason: expect.stringContaining("issues access tokens") },
    ]);
    expect(application.tools.map(({ operationKey }) => operationKey)).toEqual([
      "GET /token",
      "POST /token/about",
    ]);
    const published = { slug: "shop_post_token", isReadOnly: false, isDestructive: false };
    const again = importSmallDocument(members, { publishedSlugs: new Map([["POST /token", published]]) });
    expect(again.application.tools.map(({ slug }) => slug)).toContain("shop_post_token");
    expect(again.skipped).toHaveLength(1);
  });

  it("without a summary are named by their operation", () => {
    expect(importOperation({ operationId: "listThings" })).toMatchObject({
      name: "List things",
      description: "",
    });
  });

  it("have a description of 1024 characters at most, cut at a sentence", () => {
    const sentence = `${"word ".repeat(20).trim()}. `;
    const { description } = importOperation({ description: sentence.repeat(20) });
    expect(description).toBe(sentence.repeat(10).trim());
  });
});

describe("a text that is not a document", () => {
  it.each([
    ["", "The document is empty."],
    ["{", "The document is not valid JSON: "],
    ["a: [", "The document is not valid YAML: "],
    [
      "openapi: 3.0.0\n---\nopenapi: 3.0.0",
      "Source contains multiple documents. Send one of them, at line 2",
    ],
    ["just words", "It is plain text, not an OpenAPI document"],
    ["[1, 2]", "It is a list, not an OpenAPI document"],
    ["7", "It is a number, not an OpenAPI document"],
    ["# nothing\n", "It is empty, not an OpenAPI document"],
    ["{}", "It is not an OpenAPI document: it has neither an `openapi` nor a `swagger` member."],
    ['{"message": "Not Found"}', "nor a `swagger` member, but `message`."],
    ["asyncapi: 3.0.0", "It is an AsyncAPI document, which describes messages."],
    ["swagger: '1.2'", "It is a document of Swagger 1, which is not read."],
    ['{"swaggerVersion": "1.2", "apis": []}', "It is a document of Swagger 1"],
    ['{"info": {"_postman_id": "1"}, "item": []}', "It is a Postman collection."],
    ['{"collection": {"info": {"name": "A"}, "item": [{}]}}', "It is a Postman collection."],
    ['{"_type": "export", "__export_format": 4}', "It is an Insomnia export."],
    ['{"data": {"__schema": {}}}', "It is the description of a GraphQL schema."],
    ['{"kind": "discovery#restDescription"}', "It is a Google discovery document."],
    ["# ours\ntype Query {\n  me: User\n}", "It is a GraphQL schema."],
    ['"""\nAll: of it\n"""\nschema { query: Query }', "It is a GraphQL schema."],
    [
      "\n<!DOCTYPE html>\n<html>",
      "It is an HTML page, not an OpenAPI document. Give the address of the JSON",
    ],
    ["PK\x03\x04\x14\0\0\0\b\0", "It is a ZIP archive, not an OpenAPI document. Unpack it,"],
    ["\x1f\ufffd\b\0\0\0", "It is a gzip archive, not an OpenAPI document. Unpack it,"],
    ['// made by hand\n{"openapi": "3.1.0"}', "It is JSON with comments. Remove them:"],
    ["%PDF-1.7\n%\ufffd\ufffd", "It is a PDF file. An OpenAPI 3 or Swagger 2.0 document is needed"],
    ["\ufffdPNG\r\n\x1a\n\0\0\0\rIHDR", "It is a binary file,"],
    ["<?xml version='1.0'?><wsdl:definitions>", "It is a WSDL description."],
    ["<?xml version='1.0'?><a/>", "It is XML."],
    ["openapi: 3.1.0", "The document has no `paths`"],
    ["openapi: 3.1.0\npaths: none", "The document's `paths` is not an object"],
    ["openapi: 3.1.0\ninfo:\n  title: a: b", "at line 3, column"],
    ["openapi: 4.0.0", 'The document\'s version "4.0.0" is not supported'],
    [
      `{"openapi":"3.1.0","a":${"[".repeat(400)}${"]".repeat(400)}}`,
      "The document is nested deeper than 300 levels.",
    ],
    ["openapi: 3.1.0\na: &a { b: *a }", "The document is nested deeper than 300 levels."],
  ])("is refused: %j", (text, message) => {
    expect(() => importOpenApi({ slug: "shop", text })).toThrow(message);
  });

  it("is refused under a malformed slug", () => {
    expect(() => importOpenApi({ slug: "My Shop", text: "{}" })).toThrow("must match");
  });

  it.each([
    [
      "JSON",
      `{"openapi": "3.1.0", "x": ["a", {"b": "{", "\\u0062": "\\"}"}], "x-y": {"a": {}, "b": {"a": 1}},
        "paths": {"/a": {"get": {"operationId": "one"}, "put": {}, "get": {"operationId": "two"}}}}`,
      "/x/1/b and 1 more",
    ],
    [
      "YAML",
      `openapi: 3.1.0
x: [a, {b: 1, "b": 2}]
x-a: &a {b: 1}
x-b: {<<: *a, b: 2}
paths:
  /a:
    get: {operationId: one}
    put: {}
    get: {operationId: two}`,
      "/x/1/b and 1 more",
    ],
  ])("says which members it has twice, as %s", (_form, text, places) => {
    const { application, warnings } = importOpenApi({ slug: "shop", text });
    expect(application.tools.map(({ operation }) => operation)).toEqual(["two", "put_a"]);
    expect(warnings).toContain(`A member is given twice; the last one is used (${places})`);
  });

  it("keeps texts that YAML reads as numbers as they are written", () => {
    const text = `openapi: 3.1.0
info: {title: Shop, version: 1.10}
servers:
  - url: https://shop.test/{version}
    variables: {version: {default: 1.0, enum: [1.0, 1.10]}}
paths:
  /a:
    post:
      parameters:
        - {name: version, in: header, required: true, schema: {type: string, default: 2.10}}
        - {name: code, in: query, schema: {type: [string, "null"], enum: [007, 1e3, 0x1F, .5, null, "08"], examples: [007]}}
        - {name: count, in: query, schema: {type: integer, enum: [010, 20], default: 010}}
      requestBody:
        content: {application/json: {schema: {properties: {1.0: {type: string, const: 3.0}}}}}`;
    const { application } = importOpenApi({ slug: "shop", text });
    const [tool] = application.tools;
    expect(tool?.inputSchema.properties).toEqual({
      version: { type: "string", default: "2.10" },
      code: {
        type: ["string", "null"],
        enum: ["007", "1e3", "0x1F", ".5", null, "08"],
        examples: ["007"],
      },
      count: { type: "integer", enum: [10, 20], default: 10 },
      "1.0": { type: "string", const: "3.0" },
    });
    expect(tool?.binding).toMatchObject({ defaults: { version: "2.10" } });
    expect(application.authentications[0]?.fields).toMatchObject([
      { fieldName: "version", default: "1.0", enum: ["1.0", "1.10"] },
    ]);
  });

  it("is not a document without operations", () => {
    const { application, warnings } = importOpenApi({ slug: "shop", text: "openapi: 3.1.0\ncomponents: {}" });
    expect(application.tools).toEqual([]);
    expect(warnings.join()).toContain("The document states no operations");
  });
});

it("turns HTML in descriptions into plain text, wherever a model or a person reads them", () => {
  const { application } = importOpenApi({
    slug: "html",
    name: "HTML",
    document: {
      openapi: "3.1.0",
      info: { title: "HTML", version: "1", description: "<p>An <b>API</b>.</p>" },
      servers: [{ url: "https://html.example.com" }],
      paths: {
        "/things": {
          post: {
            operationId: "make",
            summary: "Make &amp; keep a <em>thing</em>",
            description: "<p>Makes a thing.</p><ul><li>once</li></ul>",
            parameters: [
              { name: "q", in: "query", schema: { type: "string" }, description: "Of <code>x</code>" },
            ],
            requestBody: {
              content: {
                "application/json": {
                  schema: { type: "object", properties: { name: { type: "string", description: "a<br>b" } } },
                },
              },
            },
          },
        },
      },
    },
  });
  expect(application.description).toBe("An API.");
  expect(application.tools[0]).toMatchObject({
    name: "Make & keep a thing",
    description: "Makes a thing.\n\n- once",
    inputSchema: {
      properties: { q: { description: "Of `x`" }, name: { description: "a\nb" } },
    },
  });
});
