import { describe, expect, it } from "vitest";
import { importOperation, importSmallDocument } from "../../../testing/import-small-document.ts";
import { listBoundInputs } from "../../bound-input.ts";
import { compactSchema } from "../../compact/compact-schema.ts";
import type { HttpTool } from "../../tool.ts";

const text = { schema: { type: "string" } };

describe("parameters", () => {
  it("have examples of their type", () => {
    const parameters = [{ in: "query", name: "page", schema: { type: "integer" }, example: "1" }];
    expect(importOperation({ parameters }).inputSchema.properties).toEqual({
      page: { type: "integer", examples: [1] },
    });
  });

  it("tell the name that another one is cleaned to as well", () => {
    const named = ["a b", "a+b"].map((name) => ({ in: "query", name, description: "One.", ...text }));
    expect(importOperation({ parameters: named }).inputSchema.properties).toEqual({
      a_b: { type: "string", description: "One." },
      query_a_b: { type: "string", description: "a+b: One." },
    });
  });

  it("keep their inputs when another part of the request gets the same name later", () => {
    const inBody = (...names: string[]) => ({
      content: {
        "application/json": {
          schema: { type: "object", properties: Object.fromEntries(names.map((name) => [name, {}])) },
        },
      },
    });
    const inQuery = { in: "query", name: "channel", ...text };
    const importAgain = (operation: object, before: { tools: readonly HttpTool[] } = { tools: [] }) => {
      const earlierInputs = new Map(
        before.tools.map(({ slug, binding }) => [slug, listBoundInputs(binding)]),
      );
      const paths = { "/things": { post: operation } };
      return importSmallDocument({ paths }, { earlierInputs }).application as { tools: HttpTool[] };
    };
    const namesOf = ({ tools }: { tools: readonly HttpTool[] }) =>
      tools.flatMap(({ binding }) => listBoundInputs(binding).map(({ place, input }) => [place, input]));
    const both = { parameters: [inQuery], requestBody: inBody("channel") };
    const first = importAgain({ requestBody: inBody("channel") });
    const second = importAgain(both, first);
    expect(namesOf(importAgain(both))).toEqual([
      ["query", "channel"],
      ["body", "body_channel"],
    ]);
    expect(namesOf(second)).toEqual([
      ["query", "query_channel"],
      ["body", "channel"],
    ]);
    expect(importAgain(both, second)).toEqual(second);
    expect(namesOf(importAgain({ parameters: [inQuery] }, first))).toEqual([["query", "channel"]]);
    const withoutBody = importAgain({ parameters: [inQuery] }, second);
    expect(namesOf(withoutBody)).toEqual([["query", "query_channel"]]);
    expect(importAgain(both, withoutBody)).toEqual(second);
    const whole = importAgain({ requestBody: { content: { "text/plain": {} } } });
    const named = { ...inQuery, name: "body" };
    const beside = { parameters: [named], requestBody: { content: { "text/plain": {} } } };
    expect(namesOf(importAgain(beside, whole))).toEqual([
      ["query", "query_body"],
      ["body", "body"],
    ]);
  });

  it("need no user agent, since each request has one", () => {
    const parameters = [{ in: "header", name: "User-Agent", required: true, ...text }];
    expect(importOperation({ parameters }).inputSchema).not.toHaveProperty("required");
  });

  it("have the default style of their location", () => {
    const { binding } = importOperation(
      {
        parameters: [
          { in: "path", name: "id", required: true, ...text },
          { in: "query", name: "tags", schema: { type: "array", items: { type: "string" } } },
          { in: "header", name: "X-Trace", ...text },
          { in: "cookie", name: "session", ...text },
        ],
      },
      { path: "/things/{id}" },
    );
    expect(binding.parameters).toEqual([
      { in: "path", name: "id", input: "id", style: "simple", explode: false, allowReserved: false },
      { in: "query", name: "tags", input: "tags", style: "form", explode: true, allowReserved: false },
      {
        in: "header",
        name: "X-Trace",
        input: "X-Trace",
        style: "simple",
        explode: false,
        allowReserved: false,
      },
      { in: "cookie", name: "session", input: "session", style: "form", explode: true, allowReserved: false },
    ]);
  });

  it("must be given where the default of a required header can be sent by nobody", () => {
    const header = (name: string, schema: object) => ({ in: "header", name, required: true, schema });
    const { binding, inputSchema } = importOperation({
      parameters: [
        header("broken", { type: "string", default: "a\nb" }),
        header("foreign", { type: "string", default: "日本" }),
        header("outside", { type: "string", enum: ["v1", "v2"], default: "v3" }),
        header("single", { type: "string", enum: ["v1"], default: "v3" }),
        header("quoted", { type: "string", enum: ["1", "2"], default: 1 }),
      ],
    });
    expect(inputSchema.required).toEqual(["broken", "foreign", "outside"]);
    expect(binding.defaults).toEqual({ single: "v1", quoted: "1" });
  });

  it("need not be given where a required header has a default or a single value", () => {
    const { binding, inputSchema } = importOperation({
      parameters: [
        { in: "header", name: "revision", required: true, schema: { type: "string", default: "2026-07-15" } },
        { in: "header", name: "X-Early-Access", required: true, schema: { enum: ["rules"] } },
        { in: "header", name: "X-Tenant", required: true, ...text },
        { in: "header", name: "X-Lang", schema: { type: "string", default: "en" } },
        { in: "query", name: "id", required: true, schema: { type: "integer", default: 1 } },
      ],
    });
    expect(inputSchema.required).toEqual(["id", "X-Tenant"]);
    expect(binding.defaults).toEqual({ revision: "2026-07-15", "X-Early-Access": "rules" });
  });

  it("leave out a header whose name no request can have", () => {
    const { binding } = importOperation({
      parameters: ["X Shop", "X-Größe", "X-A\r\nX-B", "X-Shop"].map((name) => ({
        in: "header",
        name,
        ...text,
      })),
    });
    expect(binding.parameters.map(({ name }) => name)).toEqual(["X-Shop"]);
  });

  it("keeps the style cookie of OpenAPI 3.2", () => {
    const { binding } = importOperation({
      parameters: [
        { in: "cookie", name: "a", style: "cookie", ...text },
        { in: "query", name: "b", style: "cookie", ...text },
      ],
    });
    expect(binding.parameters).toMatchObject([
      { name: "b", style: "form" },
      { name: "a", style: "cookie", explode: true },
    ]);
  });

  it("say their names when an input cannot be called so", () => {
    const { inputSchema, binding } = importOperation({
      parameters: [
        { in: "query", name: "标题", ...text },
        { in: "query", name: "größe", description: "In meters.", ...text },
        { in: "query", name: "filter[name]", ...text },
      ],
      requestBody: {
        content: {
          "application/json": {
            schema: { type: "object", properties: Object.fromEntries([["العنوان", text.schema]]) },
          },
        },
      },
    });
    expect(binding.parameters.map(({ name, input }) => [name, input])).toEqual([
      ["标题", "value"],
      ["größe", "gro_e"],
      ["filter[name]", "filter_name"],
    ]);
    expect(inputSchema.properties).toEqual({
      value: { type: "string", description: "标题" },
      gro_e: { type: "string", description: "größe: In meters." },
      filter_name: { type: "string" },
      body_value: { type: "string", description: "العنوان" },
    });
    expect(compactSchema(inputSchema)).toMatchObject({ properties: { value: { description: "标题" } } });
  });

  it("keep a stated style, explode and allowReserved", () => {
    const { binding } = importOperation({
      parameters: [
        { in: "query", name: "filter", style: "deepObject", schema: { type: "object" } },
        { in: "query", name: "ids", style: "pipeDelimited", explode: false, schema: { type: "array" } },
        { in: "query", name: "to", allowReserved: true, explode: false, ...text },
      ],
    });
    expect(
      binding.parameters.map(({ style, explode, allowReserved }) => [style, explode, allowReserved]),
    ).toEqual([
      ["deepObject", true, false],
      ["pipeDelimited", false, false],
      ["form", false, true],
    ]);
  });

  it("are serialized by media type when they have content", () => {
    const { binding, inputSchema } = importOperation({
      parameters: [
        { in: "query", name: "q", content: { "application/json": { schema: { type: "object" } } } },
      ],
    });
    expect(binding.parameters[0]?.contentType).toBe("application/json");
    expect(inputSchema.properties).toEqual({ q: { type: "object" } });
  });

  it("of the operation replace those of the path", () => {
    const { application } = importSmallDocument({
      paths: {
        "/things": {
          parameters: [
            { in: "query", name: "page", schema: { type: "string" } },
            { in: "query", name: "sort", ...text },
          ],
          get: { parameters: [{ in: "query", name: "page", required: true, schema: { type: "integer" } }] },
        },
      },
    });
    expect(application.tools[0]?.inputSchema).toEqual({
      type: "object",
      properties: { page: { type: "integer" }, sort: { type: "string" } },
      required: ["page"],
      additionalProperties: false,
    });
  });

  it("carry their own description, deprecation and example", () => {
    const { inputSchema } = importOperation({
      parameters: [
        {
          in: "query",
          name: "q",
          description: "Own.",
          deprecated: true,
          example: "x",
          schema: { description: "Its." },
        },
      ],
    });
    expect(inputSchema.properties).toEqual({ q: { description: "Own.", deprecated: true, examples: ["x"] } });
  });

  it("that other parts of a request determine are ignored", () => {
    const names = [
      "Accept",
      "content-type",
      "Authorization",
      "Host",
      "Content-Length",
      "Connection",
      "Transfer-Encoding",
    ];
    const { binding } = importOperation({
      parameters: names.map((name) => ({ in: "header", name, ...text })),
    });
    expect(binding.parameters).toEqual([]);
  });

  it("that the connection sends are left out", () => {
    const { inputSchema } = importOperation(
      { parameters: [{ in: "header", name: "x-api-key", required: true, ...text }] },
      { components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } } },
    );
    expect(inputSchema).toEqual({ type: "object", properties: {}, additionalProperties: false });
  });

  it("that refer out of the document cause the operation to be skipped", () => {
    const { application, skipped } = importSmallDocument({
      paths: { "/things": { get: { parameters: [{ $ref: "https://elsewhere.test/p.json#/q" }] } } },
    });
    expect(application.tools).toEqual([]);
    expect(skipped).toEqual([
      {
        operation: "GET /things",
        reason: "a parameter refers to https://elsewhere.test/p.json#/q, which is not in the document",
      },
    ]);
  });

  it("spread a query string that is a form (OpenAPI 3.2)", () => {
    const schema = {
      type: "object",
      required: ["q"],
      properties: { q: { type: "string" }, n: { type: "integer" } },
    };
    const { binding, inputSchema } = importOperation(
      {
        parameters: [
          { in: "querystring", name: "all", content: { "application/x-www-form-urlencoded": { schema } } },
        ],
      },
      { openapi: "3.2.0" },
    );
    expect(binding.parameters.map(({ in: place, name }) => `${place} ${name}`)).toEqual([
      "query q",
      "query n",
    ]);
    expect(inputSchema.required).toEqual(["q"]);
  });

  it("of a form in the query string are written as its encoding says", () => {
    const list = { type: "array", items: text.schema };
    const form = {
      schema: {
        type: "object",
        properties: { ids: list, filter: { type: "object" }, to: text.schema, json: list },
      },
      encoding: {
        ids: { style: "pipeDelimited", explode: false },
        filter: { style: "deepObject" },
        to: { allowReserved: true },
        json: { contentType: "application/json" },
      },
    };
    const { binding, inputSchema } = importOperation(
      {
        parameters: [
          {
            in: "querystring",
            name: "all",
            content: { "application/x-www-form-urlencoded": { $ref: "#/components/mediaTypes/Search" } },
          },
          {
            in: "query",
            name: "at",
            content: { "application/json": { $ref: "#/components/mediaTypes/At" } },
          },
        ],
      },
      {
        openapi: "3.2.0",
        components: { mediaTypes: { Search: form, At: { schema: { type: "integer" } } } },
      },
    );
    expect(binding.parameters).toMatchObject([
      { name: "ids", style: "pipeDelimited", explode: false, allowReserved: false },
      { name: "filter", style: "deepObject", explode: true },
      { name: "to", style: "form", allowReserved: true },
      { name: "json", contentType: "application/json" },
      { name: "at", contentType: "application/json" },
    ]);
    expect(inputSchema.properties).toMatchObject({ json: list, at: { type: "integer" } });
  });
});

describe("path parameters", () => {
  it("that are undeclared are required texts", () => {
    const { inputSchema } = importOperation({}, { path: "/things/{thing_id}/parts/{part}" });
    expect(inputSchema).toEqual({
      type: "object",
      properties: { thing_id: { type: "string" }, part: { type: "string" } },
      required: ["thing_id", "part"],
      additionalProperties: false,
    });
  });

  it("that are not in the template are left out", () => {
    const { binding } = importOperation({
      parameters: [{ in: "path", name: "ghost", required: true, ...text }],
    });
    expect(binding.parameters).toEqual([]);
  });

  it("are found despite case and RFC 6570 operators", () => {
    const declared = [
      { in: "path", name: "Name", ...text },
      { in: "path", name: "rest", ...text },
    ];
    const { binding } = importOperation({ parameters: declared }, { path: "/{+name}/{rest*}" });
    expect(binding.path).toBe("/{Name}/{rest}");
    expect(binding.parameters.map(({ name }) => name)).toEqual(["Name", "rest"]);
  });

  it("ignore a fragment of the path, which is never sent", () => {
    expect(importOperation({}, { path: "/#Action=List" }).binding.path).toBe("/");
  });
});

describe("input names", () => {
  it("are unchanged for the path and prefixed for later duplicates", () => {
    const { binding } = importOperation(
      {
        parameters: [
          { in: "header", name: "id", ...text },
          { in: "query", name: "id", ...text },
          { in: "path", name: "id", ...text },
        ],
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } },
          },
        },
      },
      { path: "/things/{id}", method: "put" },
    );
    expect(binding.parameters.map(({ in: place, input }) => [place, input])).toEqual([
      ["path", "id"],
      ["query", "query_id"],
      ["header", "header_id"],
    ]);
    expect(binding.body?.from).toEqual({ properties: [{ name: "id", input: "body_id" }] });
  });

  it("have no characters that model clients refuse", () => {
    const names = ["filter[name]", "$top", "a b", "[]", "__proto__", "x".repeat(70)];
    const { binding } = importOperation({
      parameters: names.map((name) => ({ in: "query", name, ...text })),
    });
    expect(binding.parameters.map(({ name, input }) => [name, input])).toEqual([
      ["filter[name]", "filter_name"],
      ["$top", "top"],
      ["a b", "a_b"],
      ["[]", "value"],
      ["__proto__", "proto"],
      ["x".repeat(70), "x".repeat(64)],
    ]);
  });
});
