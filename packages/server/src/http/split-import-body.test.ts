import { expect, test } from "vitest";
import { splitImportBody } from "./split-import-body.ts";

const split = (body: unknown) =>
  splitImportBody(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));

test("document and text are taken out, and the other members stay", () => {
  const document = { openapi: "3.1.0", paths: { "/a": {} } };
  expect(split({ source: "openapi", slug: "a", document })).toEqual({
    body: {
      restJson: '{"source":"openapi","slug":"a","document":{}}',
      document: JSON.stringify(document),
      text: null,
    },
  });
  expect(split({ slug: "a", text: "openapi: 3.1.0" })).toEqual({
    body: { restJson: '{"slug":"a","text":""}', document: null, text: "openapi: 3.1.0" },
  });
  expect(split({ slug: "a", schema: "type Query { a: Int }" })).toEqual({
    body: {
      restJson: '{"slug":"a","schema":""}',
      document: null,
      text: null,
      schema: "type Query { a: Int }",
    },
  });
});

test("a document keeps the members that it has twice", () => {
  const document = '{"openapi": "3.1.0", "paths": {"/a": {}, "/a": {"get": {}}}}';
  expect(split(`{"slug": "a", "document": ${document}}`)).toMatchObject({ body: { document } });
});

test.each([
  [{ document: [1, 2], text: 5 }, '{"document":[],"text":5}'],
  [{ document: "text", text: null }, '{"document":"","text":null}'],
  [{ document: null, text: { a: 1 } }, '{"document":null,"text":{}}'],
  [[{}], "[{}]"],
  ["5", "5"],
])("a value of another type keeps its type: %j", (body, restJson) => {
  expect(split(body)).toEqual({ body: { restJson, document: null, text: null } });
});

test.each([
  ['{"document": ', "The body is not valid JSON: it ends too early."],
  [`{"document": ${"[".repeat(64)}${"]".repeat(64)}}`, "The body is nested deeper than 64 levels."],
  [
    { document: {}, more: "x".repeat(300_000) },
    "The body without its document is larger than 262144 characters.",
  ],
])("%.40j is refused", (body, refusal) => {
  expect(split(body)).toEqual({ refusal });
});
