import { describe, expect, it } from "vitest";
import { importOperation, importSmallDocument } from "../../../testing/import-small-document.ts";
import { importOpenApi } from "../import-openapi.ts";

function environmentsOf(servers: unknown, options: Parameters<typeof importSmallDocument>[1] = {}) {
  const { application, warnings } = importSmallDocument({ servers, paths: { "/a": { get: {} } } }, options);
  return { environments: application.environments, authentications: application.authentications, warnings };
}

describe("environments", () => {
  it("are the servers, the first one the default", () => {
    const { environments } = environmentsOf([
      { url: "https://shop.test/v1/", description: "Production server" },
      { url: "https://sandbox.shop.test" },
      { url: "https://eu.shop.test" },
      { url: "https://us.shop.test", description: "US region" },
    ]);
    expect(environments).toEqual([
      { name: "production", serverUrl: "https://shop.test/v1" },
      { name: "sandbox", serverUrl: "https://sandbox.shop.test" },
      { name: "server-3", serverUrl: "https://eu.shop.test" },
      { name: "us-region", serverUrl: "https://us.shop.test" },
    ]);
  });

  it("have distinct names and addresses", () => {
    const { environments } = environmentsOf([
      { url: "https://a.test", description: "Sandbox one" },
      { url: "https://b.test", description: "Sandbox two" },
      { url: "https://a.test/" },
      { url: "http://b.test" },
    ]);
    expect(environments).toEqual([
      { name: "sandbox", serverUrl: "https://a.test" },
      { name: "sandbox-2", serverUrl: "https://b.test" },
    ]);
  });

  it("are resolved against the document's address", () => {
    const { environments } = environmentsOf([{ url: "../v2" }], {
      documentUrl: "https://shop.test/docs/openapi.json",
    });
    expect(environments).toEqual([{ name: "production", serverUrl: "https://shop.test/v2" }]);
  });

  it("are resolved against the document's $self, which comes first", () => {
    const resolve = ($self: string, documentUrl?: string) => {
      const document = {
        openapi: "3.2.0",
        $self,
        info: { title: "Shop", version: "1" },
        servers: [{ url: "v2" }],
        paths: { "/a": { get: { responses: {} } } },
      };
      const { application } = importOpenApi({ slug: "shop", document, ...(documentUrl && { documentUrl }) });
      return application.environments[0]?.serverUrl;
    };
    expect(resolve("https://shop.test/docs/openapi.json")).toBe("https://shop.test/docs/v2");
    expect(resolve("/docs/openapi.json", "https://copy.test/openapi.json")).toBe("https://copy.test/docs/v2");
    expect(resolve("https://shop.test/a", "https://copy.test/openapi.json")).toBe("https://shop.test/v2");
    expect(resolve("urn:shop", "https://copy.test/openapi.json")).toBe("https://copy.test/v2");
    expect(resolve("/docs/openapi.json")).toBe("{baseUrl}");
  });

  it("have no character that may not stand in an address", () => {
    const { environments } = environmentsOf([
      { url: "https://shop.test/my shop/%7Ea/{the version}", variables: { "the version": { default: "1" } } },
      { url: "https://shop.test/ü" },
    ]);
    expect(environments).toEqual([
      { name: "production", serverUrl: "https://shop.test/my%20shop/%7Ea/{the_version}" },
      { name: "server-2", serverUrl: "https://shop.test/%C3%BC" },
    ]);
  });

  it("have no query, which a warning says", () => {
    const { environments, warnings } = environmentsOf([{ url: "https://shop.test/v1?version=2" }]);
    expect(environments).toEqual([{ name: "production", serverUrl: "https://shop.test/v1" }]);
    expect(warnings).toContain(
      "The server https://shop.test/v1?version=2 has a query or a fragment, which is not sent",
    );
  });

  it("have at most 2,000 characters", () => {
    const long = `https://shop.test/${"{".repeat(1_000_000)}`;
    const { environments, warnings } = environmentsOf([{ url: long }, { url: "https://shop.test/v1" }]);
    expect(environments).toEqual([{ name: "production", serverUrl: "https://shop.test/v1" }]);
    expect(warnings).toEqual([
      `The server ${long.slice(0, 100)}… is longer than 2000 characters; it is left out`,
    ]);
    const { authentications } = environmentsOf([{ url: long }]);
    expect(authentications[0]?.fields[0]?.description.length).toBeLessThan(300);
  });

  it("are the document's own host when it states none", () => {
    const { environments } = environmentsOf(undefined, {
      documentUrl: "https://shop.test/docs/openapi.json",
    });
    expect(environments).toEqual([{ name: "production", serverUrl: "https://shop.test" }]);
  });

  it.each([
    [[{ url: "/v1" }], "The server /v1 is relative, and it is not known to which address"],
    [undefined, "The document states no server"],
    [
      [{ url: "https://your-domain.example.com" }],
      "The server https://your-domain.example.com is only a placeholder",
    ],
    [[{ url: "https://your-domain.shop.test" }], "is only a placeholder"],
    [[{ url: "https://example.com/v1" }], "is only a placeholder"],
    [[{ url: "https://{yourOktaDomain}/api" }], "is only a placeholder"],
    [[{ url: "ftp://shop.test" }], "The server ftp://shop.test is not a web address"],
    [[{ url: "https://ada@shop.test/v1" }], "The server https://ada@shop.test/v1 contains a user name"],
  ])("come from a required field of the connection when none is usable: %j", (servers, warning) => {
    const { environments, authentications, warnings } = environmentsOf(servers);
    expect(environments).toEqual([{ name: "production", serverUrl: "{baseUrl}" }]);
    expect(authentications[0]?.fields).toMatchObject([
      { fieldName: "baseUrl", required: true, secret: false, default: null },
    ]);
    expect(warnings).toEqual([expect.stringContaining(warning)]);
    expect(warnings[0]).toContain("PATCH /v1/applications/{slug}");
  });

  it("come from that field when the document's host only stores files", () => {
    const documentUrl = "https://raw.githubusercontent.com/shop/api/main/openapi.json";
    const { environments } = environmentsOf([{ url: "/v1" }], { documentUrl });
    expect(environments).toEqual([{ name: "production", serverUrl: "{baseUrl}" }]);
  });

  it("are not the document's host when they begin with a placeholder", () => {
    const documentUrl = "https://docs.shop.test/openapi.json";
    const { environments } = environmentsOf([{ url: "<local-terminal-address>" }], { documentUrl });
    expect(environments).toEqual([{ name: "production", serverUrl: "{baseUrl}" }]);
  });

  it("are only the usable ones, when there is one", () => {
    const { environments, warnings } = environmentsOf([
      { url: "https://example.com" },
      { url: "https://shop.test" },
    ]);
    expect(environments).toEqual([{ name: "production", serverUrl: "https://shop.test" }]);
    expect(warnings).toEqual(["The server https://example.com is only a placeholder; it is left out"]);
  });

  it("come from a field that is no variable's", () => {
    const own = {
      servers: [{ url: "https://shop.test/{baseUrl}", variables: { baseUrl: { default: "eu" } } }],
    };
    const { application } = importSmallDocument({
      servers: undefined,
      paths: { "/a": { get: {} }, "/b": { get: own } },
    });
    expect(application.authentications[0]?.fields.map(({ fieldName }) => fieldName)).toEqual([
      "baseUrl",
      "baseUrl_2",
    ]);
    expect(application.tools[1]?.binding).toMatchObject({ serverUrl: "https://shop.test/{baseUrl_2}" });
  });

  it("need no field when every operation has its own server", () => {
    const { application, warnings } = importSmallDocument({
      servers: undefined,
      paths: { "/a": { get: { servers: [{ url: "https://up.test" }] } } },
    });
    expect(application.authentications).toMatchObject([{ type: "none", fields: [] }]);
    expect(warnings.join()).not.toContain("baseUrl");
  });

  it.each([
    ["https://shop.test", true],
    ["http://127.0.0.1:8080/api/v3", true],
    ["https://me@shop.test", false],
    ["https://shop.test?a=1", false],
    ["https://shop.test/#a", false],
    ["shop.test", false],
    ["ftp://shop.test", false],
  ])("accept %s as that field: %s", (value, isTaken) => {
    const { authentications } = environmentsOf(undefined);
    const pattern = authentications[0]?.fields[0]?.pattern ?? "";
    expect(new RegExp(`^(?:${pattern})$`).test(value)).toBe(isTaken);
  });

  it("are replaced by baseUrl, those of operations too", () => {
    const { application, warnings } = importSmallDocument(
      { paths: { "/a": { servers: [{ url: "https://other.test" }], get: {} } } },
      { baseUrl: "http://127.0.0.1:9/v1/" },
    );
    expect(application.environments).toEqual([{ name: "production", serverUrl: "http://127.0.0.1:9/v1" }]);
    expect(application.tools[0]?.binding).toMatchObject({ serverUrl: null });
    expect(warnings).toEqual([]);
  });
});

describe("server variables", () => {
  const servers = [
    {
      url: "https://{region}.shop.test/{shop-id}",
      variables: {
        region: {
          default: "eu",
          enum: ["eu", "us"],
          description: "Where it runs.",
          "x-bowline-overridable": true,
        },
        "shop-id": {},
      },
    },
  ];
  const region = {
    fieldName: "region",
    label: "Region",
    description: "Where it runs.",
    type: "string",
    required: false,
    secret: false,
    overridable: true,
    default: "eu",
    enum: ["eu", "us"],
  };

  it.each([
    ["token", true],
    ["botToken", true],
    ["api_key", true],
    ["clientSecret", true],
    ["api key", true],
    ["region", false],
    ["keyspace", false],
  ])("called %s are secret: %s", (name, secret) => {
    const { authentications } = environmentsOf([{ url: `https://shop.test/bot{${name}}` }]);
    expect(authentications[0]?.fields).toMatchObject([{ secret }]);
  });

  it("have a field each, whatever their names become", () => {
    const variables = { "shop-id": { default: "1" }, shop_id: { default: "2" }, "api-key": {}, api_key: {} };
    const flow = { tokenUrl: "https://{shop_id}.shop.test/token", scopes: {} };
    const { application } = importSmallDocument({
      servers: [{ url: "https://shop.test/{shop-id}/{shop_id}/{api-key}/{api_key}", variables }],
      components: { securitySchemes: { oauth: { type: "oauth2", flows: { clientCredentials: flow } } } },
      security: [{ oauth: [] }],
      paths: { "/a": { get: {} } },
    });
    const [method] = application.authentications;
    expect(application.environments[0]?.serverUrl).toBe(
      "https://shop.test/{shop_id}/{shop_id_2}/{api_key}/{api_key_2}",
    );
    expect(method?.oauth2?.tokenUrl).toBe("https://{shop_id_2}.shop.test/token");
    const fields = method?.fields.map((field) => [field.fieldName, field.label, field.default, field.secret]);
    expect(fields).toEqual(
      expect.arrayContaining([
        ["shop_id", "Shop id", "1", false],
        ["shop_id_2", "Shop id 2", "2", false],
        ["api_key", "Api key", null, true],
        ["api_key_2", "Api key 2", null, true],
      ]),
    );
  });

  it("have the values of all addresses with their name", () => {
    const path = (values: string[]) => ({
      get: { servers: [{ url: "https://shop.test/{version}", variables: { version: { enum: values } } }] },
    });
    const { application } = importSmallDocument({
      paths: { "/a": path(["v1", "v2"]), "/b": path(["v2", "v3"]), "/c": path([]) },
    });
    expect(application.authentications[0]?.fields).toMatchObject([{ enum: ["v1", "v2", "v3"] }]);
  });

  it("have the first default of their name, and a warning says where another server has a different one", () => {
    const server = (host: string, region?: string, stage = "live") => ({
      url: `https://{region}.${host}/{stage}`,
      variables: { region: { default: region }, stage: { default: stage } },
    });
    const { authentications, warnings } = environmentsOf([
      server("shop.test", "us-east-1"),
      server("shop.test.cn", "cn-north-1"),
      server("shop.test.eu"),
    ]);
    expect(authentications[0]?.fields).toMatchObject([{ default: "us-east-1" }, { default: "live" }]);
    expect(warnings).toEqual([
      "The servers state different defaults for the variable region. The field `region` has the first one, us-east-1, in every environment: set it in connections to another server",
    ]);
  });

  it("keep a default of any length, which is looked at for a placeholder only where it can be a part of an address", () => {
    const long = "your-domain.".repeat(50_000);
    const { authentications } = environmentsOf([
      { url: `https://shop.test/${"{a}/".repeat(400)}`, variables: { a: { default: long } } },
    ]);
    expect(authentications[0]?.fields).toMatchObject([{ fieldName: "a", default: long.trim() }]);
  });

  it("have no default that makes the address a placeholder", () => {
    const { authentications } = environmentsOf([
      {
        url: "https://{domain}/api",
        variables: { domain: { default: "your-domain.okta.com", description: "Your domain." } },
      },
    ]);
    expect(authentications[0]?.fields).toMatchObject([
      {
        fieldName: "domain",
        required: true,
        default: null,
        description: "Your domain. Such as `your-domain.okta.com`.",
      },
    ]);
  });

  it("may have an empty default, which is no value to choose", () => {
    const variables = { base: { default: "", enum: ["", "/v2"] } };
    const { authentications } = environmentsOf([{ url: "https://shop.test{base}", variables }]);
    expect(authentications[0]?.fields).toMatchObject([{ required: false, default: "", enum: ["/v2"] }]);
  });

  it("are connection fields of a method without credentials when there is no other method", () => {
    const { environments, authentications } = environmentsOf(servers);
    expect(environments[0]?.serverUrl).toBe("https://{region}.shop.test/{shop_id}");
    expect(authentications).toMatchObject([{ key: "none", type: "none", placements: [] }]);
    expect(authentications[0]?.fields).toEqual([
      region,
      {
        ...region,
        fieldName: "shop_id",
        label: "Shop id",
        description: "",
        required: true,
        overridable: false,
        default: null,
        enum: undefined,
      },
    ]);
  });

  it("are fields of every method, after its credentials", () => {
    const { application } = importSmallDocument({
      servers,
      security: [{ a: [] }, { b: [] }],
      components: {
        securitySchemes: { a: { type: "http", scheme: "bearer" }, b: { type: "http", scheme: "basic" } },
      },
      paths: { "/a": { get: {} } },
    });
    expect(application.authentications.map(({ fields }) => fields.map(({ fieldName }) => fieldName))).toEqual(
      [
        ["token", "region", "shop_id"],
        ["username", "password", "region", "shop_id"],
      ],
    );
  });

  it("without a default make the tools need a connection", () => {
    expect(importOperation({}, { servers }).requiresConnection).toBe(true);
    expect(
      importOperation({}, { servers: [{ ...servers[0], url: "https://{region}.shop.test" }] })
        .requiresConnection,
    ).toBe(false);
  });
});

describe("an operation's own server", () => {
  it("is in its binding, and its variables are connection fields", () => {
    const { application } = importSmallDocument({
      paths: {
        "/a": {
          get: { servers: [{ url: "https://up.test/{zone}", variables: { zone: { default: "1" } } }] },
        },
        "/b": { servers: [{ url: "https://shop.test/v1" }], get: {} },
      },
    });
    expect(application.tools.map(({ binding }) => binding)).toMatchObject([
      { serverUrl: "https://up.test/{zone}" },
      { serverUrl: null },
    ]);
    expect(application.authentications[0]?.fields.map(({ fieldName }) => fieldName)).toEqual(["zone"]);
  });
});

describe("a variable with the name of a credential", () => {
  const server = { url: "https://{token}.shop.test", variables: { token: { default: "a" } } };
  const bearer = { type: "http", scheme: "bearer" };

  it("has a field of its own, in the application's address and in those of single operations", () => {
    const { application } = importSmallDocument({
      servers: [server],
      components: { securitySchemes: { token: bearer } },
      security: [{ token: [] }],
      paths: {
        "/a": { get: {} },
        "/b": { get: { servers: [{ url: "https://files.test/{token}", variables: server.variables }] } },
      },
    });
    const [method] = application.authentications;
    expect(application.environments[0]?.serverUrl).toBe("https://{server_token}.shop.test");
    const urls = application.tools.map(({ binding }) => "serverUrl" in binding && binding.serverUrl);
    expect(urls).toEqual([null, "https://files.test/{server_token}"]);
    expect(method?.placements).toEqual([{ in: "header", name: "Authorization", value: "Bearer {token}" }]);
    const fields = method?.fields.map(({ fieldName, label, default: usual }) => [fieldName, label, usual]);
    expect(fields).toEqual([
      ["token", "Token", null],
      ["server_token", "Server token", "a"],
    ]);
  });

  it("is one with the variable of an OAuth address", () => {
    const flow = {
      authorizationUrl: "https://{region}.shop.test/a",
      tokenUrl: "https://{region}.shop.test/t",
    };
    const oauth = { type: "oauth2", flows: { authorizationCode: { ...flow, scopes: {} } } };
    const { application } = importSmallDocument({
      servers: [{ url: "https://{region}.shop.test", variables: { region: { default: "eu" } } }],
      components: { securitySchemes: { oauth } },
      security: [{ oauth: [] }],
      paths: { "/a": { get: {} } },
    });
    expect(application.environments[0]?.serverUrl).toBe("https://{region}.shop.test");
    const names = application.authentications[0]?.fields.map(({ fieldName }) => fieldName);
    expect(names).toEqual(["token", "region"]);
  });
});
