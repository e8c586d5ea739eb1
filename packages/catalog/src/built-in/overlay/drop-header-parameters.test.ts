import { expect, it } from "vitest";
import { declareThings } from "../../../testing/declare-things.ts";
import { buildDocumentApplication } from "../build-document-application.ts";

const versionParameter = { name: "api-version", in: "header", required: true, schema: { type: "string" } };

const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  components: { parameters: { version: versionParameter } },
  paths: {
    "/things": {
      parameters: [{ $ref: "#/components/parameters/version" }],
      get: {
        operationId: "listThings",
        parameters: [
          { name: "Tenant", in: "header" },
          { name: "q", in: "query" },
        ],
      },
    },
  },
};

it("sends the overlay's headers, and its tools do not take them", () => {
  const { application } = buildDocumentApplication(
    declareThings({
      operations: { listThings: { headers: { Tone: "low" } } },
      headers: { "Api-Version": "2026-01-01", Tenant: "{tenantId}" },
    }),
    new Map([["things.json", JSON.stringify(document)]]),
  );
  expect(application.authentications[0]?.placements).toEqual([
    { in: "header", name: "Authorization", value: "Bearer {token}" },
    { in: "header", name: "Tenant", value: "{tenantId}" },
  ]);
  expect(application.tools[0]?.binding).toMatchObject({
    headers: { "api-version": "2026-01-01", tone: "low" },
  });
  expect(Object.keys(application.tools[0]?.inputSchema.properties ?? {})).toEqual(["q"]);
});
