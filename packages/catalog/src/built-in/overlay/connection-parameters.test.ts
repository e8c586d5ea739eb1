import { expect, it } from "vitest";
import { declareThings } from "../../../testing/declare-things.ts";
import { buildDocumentApplication } from "../build-document-application.ts";

const account = { name: "Account", in: "path", required: true, schema: { type: "string" } };

const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/v1/{Account}/things": {
      get: { operationId: "listThings", parameters: [account, { name: "q", in: "query" }] },
    },
    "/v1/{Account}.json": { get: { operationId: "getAccount", parameters: [account] } },
  },
};

const { application } = buildDocumentApplication(
  declareThings({
    connectionParameters: {
      Account: {
        fieldName: "accountId",
        label: "Account",
        description: "The account's id.",
        pattern: "AC[0-9]+",
        patternHint: "an id that begins with AC",
      },
    },
  }),
  new Map([["things.json", JSON.stringify(document)]]),
);

it("takes a part of the path from the connection, so that the tool does not ask for it", () => {
  const [tool] = application.tools;
  expect(tool).toMatchObject({
    operationKey: "GET /v1/{Account}/things",
    binding: { serverUrl: "https://api.example.com/v1/{accountId}", path: "/things" },
  });
  expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(["q"]);
  expect(
    application.authentications[0]?.fields.map(({ fieldName, required }) => [fieldName, required]),
  ).toEqual([
    ["accountId", true],
    ["token", true],
  ]);
});

it("leaves a part of the path that is not a whole segment to the tool", () => {
  const tool = application.tools.find(({ operation }) => operation === "get_account");
  expect(tool?.binding).toMatchObject({ serverUrl: null, path: "/v1/{Account}.json" });
  expect(tool?.inputSchema.required).toEqual(["Account"]);
});
