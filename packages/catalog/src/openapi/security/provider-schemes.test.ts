import { describe, expect, it } from "vitest";
import { importOpenApi, type OpenApiImportInput } from "../import-openapi.ts";

const bearer = { type: "http", scheme: "bearer" };

function importApi(document: { [member: string]: unknown }, options: Partial<OpenApiImportInput> = {}) {
  return importOpenApi({
    slug: "api",
    document: {
      openapi: "3.1.0",
      info: { title: "An API", version: "1" },
      servers: [{ url: "https://api.github.com" }],
      paths: { "/things": { get: {} } },
      ...document,
    },
    ...options,
  });
}

const methods = ({ application }: ReturnType<typeof importApi>) =>
  application.authentications.map(({ key, type, name }) => [key, type, name]);

describe("an import that finds no security scheme", () => {
  it.each([
    ["https://api.github.com", '`provider`: "github"'],
    ["https://api.openai.com/v1", '`provider`: "openai"'],
    ["https://acme.zendesk.com/api", '`provider`: "zendesk"'],
    ["https://your-subdomain.okta.com/", '`provider`: "okta"'],
    ["https://www.googleapis.com/drive/v3", '`provider`: "google"'],
    ["https://shop.test", "`provider` if GET /v1/providers lists it"],
    ["https://shop.co.uk", "`provider` if GET /v1/providers lists it"],
  ])("warns with the remedy for the server %s", (url, remedy) => {
    const { warnings } = importApi({ servers: [{ url }] });
    const found = warnings.filter((warning) => warning.includes("security scheme"));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(remedy);
    expect(found[0]).toContain("`securitySchemes`");
  });

  it("proposes a provider by the API's name when its server belongs to no known provider", () => {
    const { warnings } = importApi({
      servers: [],
      info: { title: "ElevenLabs API Documentation", version: "1" },
    });
    expect(warnings.join(" ")).toContain('`provider`: "elevenlabs", if it is of ElevenLabs');
  });

  it("names the input of its tools that takes the key, and the scheme to import it with", () => {
    const parameters = [{ name: "api_key", in: "query", required: true, schema: { type: "string" } }];
    const document = { servers: [{ url: "https://cars.test" }], paths: { "/a": { get: { parameters } } } };
    const [warning = ""] = importApi(document).warnings;
    const [, scheme = ""] = /the input `api_key`.*`securitySchemes`: (\{.*\}), and/.exec(warning) ?? [];
    const { application, warnings } = importApi(document, { securitySchemes: JSON.parse(scheme) });
    expect(application.tools[0]?.inputSchema.properties).toEqual({});
    expect(warnings).toEqual([]);
  });

  it("does not warn when the address holds the credential", () => {
    const { warnings, application } = importApi({ servers: [{ url: "https://api.shop.test/bot{token}" }] });
    expect(application.authentications[0]?.fields).toMatchObject([{ fieldName: "token", secret: true }]);
    expect(warnings).toEqual([]);
  });

  it("does not warn when a scheme is defined or given", () => {
    const stated = importApi({ security: [{ a: [] }], components: { securitySchemes: { a: bearer } } });
    expect([stated, importApi({}, { provider: "github" })].flatMap(({ warnings }) => warnings)).toEqual([]);
  });
});

describe("provider", () => {
  it("adds the sign-in and the key of a known provider, and every operation accepts them", () => {
    const result = importApi({}, { provider: "GitHub" });
    expect(methods(result)).toEqual([
      ["github", "oauth2", "Sign in with GitHub"],
      ["github_key", "bearer", "Personal access token"],
    ]);
    expect(result.application.authentications[0]?.oauth2?.tokenUrl).toBe(
      "https://github.com/login/oauth/access_token",
    );
    expect(result.application.tools[0]).toMatchObject({
      requiresConnection: true,
      binding: { authentications: ["github", "github_key"] },
    });
  });

  it("adds the fields that a provider's addresses need, and the prefix of a key", () => {
    const { application } = importApi({}, { provider: "okta" });
    expect(application.authentications[0]?.fields.map(({ fieldName }) => fieldName)).toContain("oktaDomain");
    expect(application.authentications[1]?.placements).toEqual([
      { in: "header", name: "Authorization", value: "SSWS {apiKey}" },
    ]);
  });

  it("adds only methods that the document lacks", () => {
    const document = {
      components: { securitySchemes: { a: { type: "apiKey", in: "header", name: "X-Key" }, b: bearer } },
      security: [{ a: [] }],
    };
    const result = importApi(document, { provider: "github" });
    expect(methods(result).map(([key]) => key)).toEqual(["a", "github", "b"]);
    expect(result.application.tools[0]?.binding).toMatchObject({ authentications: ["a", "github"] });
  });

  it("replaces schemes that are required but not defined", () => {
    const result = importApi(
      { paths: { "/things": { get: { security: [{ nobody: [] }] } } } },
      {
        provider: "openai",
      },
    );
    expect(result.application.tools[0]?.binding).toMatchObject({ authentications: ["openai_key"] });
    expect(result.warnings).toEqual([]);
  });

  it("does not change operations that take no credentials", () => {
    const result = importApi({ paths: { "/things": { get: { security: [] } } } }, { provider: "openai" });
    expect(result.application.tools[0]?.requiresConnection).toBe(false);
  });
});

describe("x-bowline-prefix", () => {
  it("is the prefix of the key in its header", () => {
    const scheme = { type: "apiKey", in: "header", name: "Authorization", "x-bowline-prefix": "Token " };
    const { application } = importApi({ components: { securitySchemes: { a: scheme } } });
    expect(application.authentications[0]?.placements).toEqual([
      { in: "header", name: "Authorization", value: "Token {apiKey}" },
    ]);
  });
});
