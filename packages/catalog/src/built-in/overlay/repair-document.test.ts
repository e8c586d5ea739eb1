import { expect, it } from "vitest";
import { declareThings } from "../../../testing/declare-things.ts";
import { buildDocumentApplication } from "../build-document-application.ts";

const closed = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  additionalProperties: false,
});

const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/things": {
      get: { operationId: "listThings", requestBody: { content: { "application/json": {} } } },
      post: {
        operationId: "createThing",
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  both: { allOf: [closed("a"), closed("b")] },
                  either: { oneOf: [closed("a"), closed("b")] },
                },
              },
            },
          },
        },
      },
    },
  },
};

const build = (loosen: boolean) =>
  buildDocumentApplication(declareThings({ loosen }), new Map([["things.json", JSON.stringify(document)]]))
    .application.tools;

it("takes no body for a GET whose body has no schema", () => {
  expect(build(false)[0]?.binding).toMatchObject({ method: "GET", body: null });
});

it("opens objects and alternatives of a document whose schemas contradict themselves", () => {
  expect(JSON.stringify(build(false)[1]?.inputSchema)).toContain('"additionalProperties":false');
  const loose = build(true)[1]?.inputSchema;
  expect(JSON.stringify(loose?.properties)).not.toContain('"additionalProperties":false');
  expect(loose?.properties).toMatchObject({ either: { anyOf: [{}, {}] } });
});
