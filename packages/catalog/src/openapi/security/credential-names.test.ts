import { describe, expect, it } from "vitest";
import { importSmallDocument } from "../../../testing/import-small-document.ts";
import type { UncheckedRecord } from "../../record.ts";

const securitySchemes = {
  signIn: {
    type: "oauth2",
    flows: { authorizationCode: { authorizationUrl: "https://a.test", tokenUrl: "/t" } },
  },
  key: { type: "apiKey", in: "query", name: "sig" },
};

/** Returns the inputs of an operation with these parameters. */
function inputsOf(
  parameters: UncheckedRecord[],
  operation: UncheckedRecord = {},
  document: UncheckedRecord = {},
) {
  const { application } = importSmallDocument({
    components: { securitySchemes },
    security: [{ signIn: [] }],
    paths: { "/things/{token}": { post: { parameters, ...operation } } },
    ...document,
  });
  return Object.keys(application.tools[0]?.inputSchema.properties as object).filter(
    (name) => name !== "token",
  );
}

const named = (place: string, name: string, description?: string) => ({ in: place, name, description });

describe("a parameter outside of path and body", () => {
  it("is no input when a security scheme of the document carries it", () => {
    expect(inputsOf([named("query", "sig"), named("header", "sig")], { security: [] })).toEqual(["sig"]);
  });

  it.each(["access_token", "accessToken", "oauth_token", "api_key", "apikey", "Authorization"])(
    "is no input when it is called %s and the operation takes credentials",
    (name) => {
      for (const place of ["query", "header", "cookie"]) {
        expect(inputsOf([named(place, name)])).toEqual([]);
      }
      expect(inputsOf([named("query", name)], { security: [] })).toHaveLength(1);
    },
  );

  it.each([
    [undefined, false],
    ["Authentication token. Requires scope: `chat:write`", false],
    ["Your token", false],
    ["package token", true],
    ["The token returned when the login was requested.", true],
    ["Token of the next page", true],
  ])("named token with the description %j is an input: %s", (description, isInput) => {
    const { application } = importSmallDocument({
      components: { securitySchemes },
      security: [{ signIn: [] }],
      paths: { "/things": { get: { parameters: [named("query", "token", description)] } } },
    });
    expect(Object.keys(application.tools[0]?.inputSchema.properties as object)).toHaveLength(isInput ? 1 : 0);
  });

  it("named key is a credential only for Google's API key", () => {
    expect(inputsOf([named("query", "key", "API key. Identifies your project.")])).toEqual([]);
    expect(inputsOf([named("query", "key", "The key of the cache entry")])).toEqual(["key"]);
    expect(inputsOf([named("query", "key")])).toEqual(["key"]);
    const google = { servers: [{ url: "https://www.googleapis.com/drive/v3" }] };
    expect(inputsOf([named("query", "key")], {}, google)).toEqual([]);
  });
});

describe("an input that always stays", () => {
  it("is a parameter of the path and a member of the body", () => {
    const { application } = importSmallDocument({
      components: { securitySchemes },
      security: [{ signIn: [] }],
      paths: {
        "/things/{token}": {
          post: {
            requestBody: {
              content: { "application/json": { schema: { type: "object", properties: { api_key: {} } } } },
            },
          },
        },
      },
    });
    expect(Object.keys(application.tools[0]?.inputSchema.properties as object)).toEqual(["token", "api_key"]);
  });
});
