import { describe, expect, it } from "vitest";
import { importSmallDocument } from "../../../testing/import-small-document.ts";
import { importOpenApi } from "../import-openapi.ts";

const text = `
swagger: 2.0
info: { title: Shop, version: 1 }
host: shop.test
basePath: /v1
schemes: [http, https]
consumes: [application/json]
securityDefinitions:
  key: { type: apiKey, in: header, name: X-Key }
  login: { type: basic }
  oauth: { type: oauth2, flow: accessCode, authorizationUrl: "https://id.test/a", tokenUrl: "https://id.test/t", scopes: { read: Read } }
security: [{ key: [] }, { login: [] }]
parameters:
  page: { in: query, name: page, type: integer }
  thing: { in: body, name: thing, required: true, schema: { $ref: "#/definitions/Thing" } }
responses:
  Thing: { description: One., schema: { $ref: "#/definitions/Thing" } }
definitions:
  Thing: { type: object, required: [name], properties: { name: { type: string, x-nullable: true }, part: { $ref: "#/definitions/Thing" } } }
paths:
  /things:
    get:
      parameters: [{ $ref: "#/parameters/page" }, { in: query, name: ids, type: array, items: { type: string }, collectionFormat: csv }, { name: lost }]
      responses: { 200: { schema: { type: array, items: { $ref: "#/definitions/Thing" } } } }
    post: { responses: { 201: { $ref: "#/responses/Thing" } } }
    put:
    parameters: [{ $ref: "#/parameters/thing" }]
  /files:
    post: { parameters: [{ in: formData, name: f, type: file }, { in: formData, name: note, type: string }], responses: {} }
  /login:
    post: { parameters: [{ in: formData, name: user, type: string, required: true }], responses: {} }
`;

const { application, skipped, warnings } = importOpenApi({ slug: "shop", text: text });
const tool = (operationKey: string) =>
  application.tools.find((candidate) => candidate.operationKey === operationKey);

describe("a Swagger 2.0 document", () => {
  it("has servers from its host and schemes, only the encrypted one of two", () => {
    expect(application.environments).toEqual([{ name: "production", serverUrl: "https://shop.test/v1" }]);
  });

  it("has its security definitions as authentication methods", () => {
    expect(application.authentications.map(({ key, type }) => [key, type])).toEqual([
      ["key", "apiKey"],
      ["login", "basic"],
      ["oauth", "oauth2"],
    ]);
  });

  it("has shared parameters and the style of lists", () => {
    expect(tool("GET /things")?.binding.kind === "http" && tool("GET /things")?.binding).toMatchObject({
      parameters: [
        { name: "page", in: "query" },
        { name: "ids", style: "form", explode: false },
      ],
    });
    expect(warnings).toEqual(["A parameter without a known place was left out (GET /things)"]);
  });

  it("has a body that its path shares, and shared responses", () => {
    const post = tool("POST /things");
    expect(post?.inputSchema).toMatchObject({
      properties: { name: { type: ["string", "null"] }, part: { $ref: "#/$defs/Thing" } },
      required: ["name"],
    });
    expect(post?.outputSchema).toMatchObject({ $ref: "#/$defs/Thing" });
  });

  it("has forms, with files as multipart", () => {
    expect(tool("POST /files")?.binding).toMatchObject({
      body: {
        kind: "multipart",
        from: {
          properties: [
            { name: "f", input: "f", file: true },
            { name: "note", input: "note" },
          ],
        },
      },
    });
    expect(tool("POST /login")?.binding).toMatchObject({
      body: { kind: "form", contentType: "application/x-www-form-urlencoded", required: true },
    });
  });

  it("may have an empty operation", () => {
    expect(application.tools).toHaveLength(4);
    expect(skipped).toEqual([]);
  });
});

it("what a Swagger 2.0 document has in other files is told", () => {
  const { skipped, warnings } = importSmallDocument({
    swagger: "2.0",
    host: "shop.test",
    paths: {
      "/a": { $ref: "a.yaml" },
      "/b": { get: { $ref: "b.yaml" } },
      "/c": { get: { parameters: [{ $ref: "parameters.yaml#/limit" }] } },
    },
  });
  expect(skipped).toEqual([
    { operation: "/a", reason: "the path refers to a.yaml, which is not in the document" },
    { operation: "GET /b", reason: "it refers to b.yaml, which is not in the document" },
  ]);
  expect(warnings).toEqual([
    "A parameter was left out, because it refers to parameters.yaml#/limit, which is not in the document (GET /c)",
  ]);
});

it("a list of a form has commas unless the document says otherwise", () => {
  const list = { in: "formData", type: "array", items: { type: "string" } };
  const { application } = importOpenApi({
    slug: "lists",
    document: {
      swagger: "2.0",
      info: { title: "Lists", version: "1" },
      host: "shop.test",
      paths: {
        "/": {
          post: {
            parameters: [
              { ...list, name: "a" },
              { ...list, name: "b", collectionFormat: "multi" },
            ],
          },
          put: { consumes: ["multipart/form-data"], parameters: [{ ...list, name: "a" }] },
        },
      },
    },
  });
  const bodies = application.tools.map(({ binding }) => "body" in binding && binding.body?.from);
  expect(bodies).toEqual([
    {
      properties: [
        expect.objectContaining({ name: "a", explode: false }),
        expect.objectContaining({ name: "b", explode: true }),
      ],
    },
    { properties: [expect.objectContaining({ name: "a", explode: false })] },
  ]);
});

it("a list whose separator cannot be sent is named", () => {
  const list = (place: string, collectionFormat: string) => ({
    in: place,
    name: `${place}-${collectionFormat}`,
    type: "array",
    items: { type: "string" },
    collectionFormat,
    required: place === "path",
  });
  const notes = (...parameters: object[]) =>
    importOpenApi({
      slug: "lists",
      document: {
        swagger: "2.0",
        info: { title: "Lists", version: "1" },
        host: "lists.test",
        paths: { "/a": { get: { parameters, responses: {} } } },
      },
    }).warnings.filter((warning) => warning.includes("separated"));
  expect(
    notes(list("query", "ssv"), list("header", "csv"), { ...list("query", "tsv"), type: "string" }),
  ).toEqual([]);
  expect(notes(list("query", "tsv"))).toEqual([
    "A list cannot be sent there separated by tabs; each item is sent as a parameter of its own (GET /a)",
  ]);
  expect(notes(list("header", "pipes"))).toEqual([
    "A list cannot be sent there separated by pipes; it is sent with commas (GET /a)",
  ]);
});
