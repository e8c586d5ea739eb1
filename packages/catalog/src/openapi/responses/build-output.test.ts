import { describe, expect, it } from "vitest";
import { importOperation, importSmallDocument } from "../../../testing/import-small-document.ts";

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

describe("the output schema", () => {
  it.each([
    ["200 before 201", { 201: json({ type: "number" }), 200: json({ type: "string" }) }, { type: "string" }],
    [
      "JSON before text",
      { 200: { content: { "text/plain": {} } }, 202: json({ type: "number" }) },
      { type: "number" },
    ],
    ["2XX", { "2XX": json({ type: "string" }), 400: json({ type: "number" }) }, { type: "string" }],
    ["default when nothing else succeeds", { default: json({ type: "string" }) }, { type: "string" }],
    ["not default when something does", { default: json({ type: "string" }), 204: {} }, { type: "null" }],
    ["null for no content", { 204: { description: "Gone." } }, { type: "null" }],
    ["unknown when no content is described", { 200: { description: "Fine." } }, {}],
    ["unknown without responses", undefined, {}],
    [
      "a text for other text types",
      { 200: { content: { "text/csv": { schema: { description: "Rows." } } } } },
      {
        type: "string",
        description: "Rows.",
      },
    ],
  ])("is %s", (_rule, responses, expected) => {
    expect(importOperation({ responses }).outputSchema).toEqual(expected);
  });

  it.each(["application/json\r\nX-A: 1", "application/json; profile=größe"])(
    "of %j asks for the usual media type, since no header can name that one",
    (mediaType) => {
      const content = { [mediaType]: { schema: { type: "object" } } };
      expect(importOperation({ responses: { 200: { content } } }).binding.accept).toMatch(
        /^application\/(?:json|octet-stream)$/,
      );
    },
  );

  it("of binary content is its media type and base64", () => {
    const { outputSchema, binding } = importOperation({
      responses: { 200: { content: { "image/png": {} } } },
    });
    expect(outputSchema).toMatchObject({
      type: "object",
      properties: { contentType: { type: "string" }, base64: { type: "string" } },
      required: ["contentType", "base64"],
    });
    expect(binding.accept).toBe("image/png");
  });

  it("of a binary download declared as JSON is binary too", () => {
    const { outputSchema, binding } = importOperation({
      responses: { 200: json({ type: "string", format: "binary" }) },
    });
    expect(outputSchema).toMatchObject({ required: ["contentType", "base64"] });
    expect(binding.accept).toBe("*/*");
  });

  it("leaves writeOnly properties out", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string", writeOnly: true } },
    };
    expect(importOperation({ responses: { 200: json(schema) } }).outputSchema).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
    });
  });

  it("permits anything where a reference leaves the document, with a warning", () => {
    const { application, warnings } = importSmallDocument({
      paths: { "/a": { get: { responses: { 200: json({ $ref: "https://elsewhere.test/s.json" }) } } } },
    });
    expect(application.tools[0]?.outputSchema).toEqual({});
    expect(warnings).toEqual([
      "The reference https://elsewhere.test/s.json leaves the document and is not followed; anything is permitted there (GET /a)",
    ]);
  });
});

describe("pruning", () => {
  const link = (next: string) => ({
    type: "object",
    properties: { next: { $ref: `#/components/schemas/${next}` } },
  });
  const schemas = {
    A: link("B"),
    B: link("C"),
    C: link("D"),
    D: { type: "object", description: "The last." },
  };
  const responses = { 200: json({ $ref: "#/components/schemas/A" }) };
  const requestBody = json({ type: "array", items: { $ref: "#/components/schemas/A" } });

  it("keeps two reference hops of an output and names the next", () => {
    const { outputSchema } = importOperation({ responses }, { components: { schemas } });
    const definitions = outputSchema.$defs as { [name: string]: unknown };
    expect(Object.keys(definitions)).toEqual(["A", "B", "C"]);
    expect(definitions.C).toEqual({
      type: "object",
      $comment: "Left out for length: too many references away from the output itself.",
    });
  });

  it("keeps one hop of an output over 32 KB", () => {
    const wide = { ...schemas, B: { ...schemas.B, description: "x".repeat(33_000) } };
    const { outputSchema } = importOperation({ responses }, { components: { schemas: wide } });
    expect(outputSchema.$defs).toMatchObject({ A: { type: "object" }, B: { $comment: expect.any(String) } });
    expect(JSON.stringify(outputSchema).length).toBeLessThan(1000);
  });

  it("never touches an input", () => {
    const { inputSchema } = importOperation({ requestBody }, { method: "post", components: { schemas } });
    expect(Object.keys(inputSchema.$defs as object)).toEqual(["A", "B", "C", "D"]);
    expect(JSON.stringify(inputSchema)).not.toContain("$comment");
  });
});
