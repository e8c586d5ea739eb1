import { expect, test } from "vitest";
import { declareThings } from "../../testing/declare-things.ts";
import { buildDocumentApplication } from "./build-document-application.ts";

const schemes = {
  first: { type: "apiKey", in: "header", name: "x-first" },
  second: { type: "http", scheme: "bearer" },
};

/** A document with one operation, which takes one of the schemes named. */
const describe = (path: string, names: (keyof typeof schemes)[]): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    components: { securitySchemes: Object.fromEntries(names.map((name) => [name, schemes[name]])) },
    security: names.map((name) => ({ [name]: [] })),
    paths: { [path]: { get: { operationId: `list-${path.slice(1)}` } } },
  });

test("methods come in the order of the first document that has them", () => {
  const { document } = declareThings();
  const { authentications: _, ...declaration } = declareThings({
    featured: { "list-things": { name: "List things", description: "Lists all things that there are." } },
    document: { ...document, files: ["things.json", { path: "more.json", prefix: "more" }] },
  });
  const texts = new Map([
    ["things.json", describe("/things", ["first", "second"])],
    ["more.json", describe("/more", ["first"])],
  ]);
  const { application } = buildDocumentApplication(declaration, texts);
  expect(application.authentications.map(({ key }) => key)).toEqual(["first", "second"]);
});
