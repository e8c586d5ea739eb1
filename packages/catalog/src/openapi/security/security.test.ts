import { describe, expect, it } from "vitest";
import { importSmallDocument } from "../../../testing/import-small-document.ts";

const schemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  inQuery: { type: "apiKey", in: "query", name: "key" },
  inCookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "Basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: {
    type: "oauth2",
    flows: {
      implicit: { authorizationUrl: "https://id.test/implicit", scopes: { read: "" } },
      authorizationCode: {
        authorizationUrl: "https://id.test/authorize",
        tokenUrl: "/token",
        refreshUrl: "https://id.test/refresh",
        scopes: { read: "", write: "" },
      },
    },
  },
  machine: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://id.test/token", scopes: {} } },
  },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://id.test/.well-known/openid-configuration" },
  digest: { type: "http", scheme: "digest" },
};

function importWith(
  used: (keyof typeof schemes)[],
  operations: { [path: string]: unknown } = { "/things": used.map((name) => ({ [name]: [] })) },
  document: object = {},
) {
  const securitySchemes = Object.fromEntries(used.map((name) => [name, schemes[name]]));
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, security]) => [path, { get: { security } }]),
  );
  return importSmallDocument({ components: { securitySchemes }, paths, ...document });
}

describe("authentication methods", () => {
  it("are not one when a scheme's name is that of two others together", () => {
    const apiKey = (name: string) => ({ type: "apiKey", in: "header", name });
    const securitySchemes = { a: apiKey("X-A"), b: apiKey("X-B"), "a+b": apiKey("X-Both") };
    const paths = {
      "/both": { get: { security: [{ a: [], b: [] }] } },
      "/one": { get: { security: [{ "a+b": [] }] } },
    };
    const { application } = importSmallDocument({ components: { securitySchemes }, paths });
    const sent = (operation: string) => {
      const binding = application.tools.find((tool) => tool.operation === operation)?.binding;
      const [key] = binding?.kind === "http" ? binding.authentications : [];
      const method = application.authentications.find((one) => one.key === key);
      return method?.placements.map((placement) => "name" in placement && placement.name);
    };
    expect(sent("get_both")).toEqual(["X-A", "X-B"]);
    expect(sent("get_one")).toEqual(["X-Both"]);
    expect(new Set(application.authentications.map(({ key }) => key)).size).toBe(2);
  });

  it("are made of all schemes that nothing requires, also beside one whose name joins theirs", () => {
    const apiKey = (name: string) => ({ type: "apiKey", in: "header", name });
    const securitySchemes = { a: apiKey("X-A"), "a+b": apiKey("X-Both") };
    const paths = { "/one": { get: { security: [{ "a+b": [] }] } } };
    const { application } = importSmallDocument({ components: { securitySchemes }, paths });
    expect(application.authentications.map(({ key }) => key)).toEqual(["a+b", "a"]);
  });

  it("have different keys when a scheme is called none", () => {
    const securitySchemes = { none: { type: "apiKey", in: "header", name: "X-Key" } };
    const paths = { "/one": { get: { security: [{ none: [] }, {}] } } };
    const { application } = importSmallDocument({ components: { securitySchemes }, paths });
    expect(application.authentications.map(({ key, type }) => [key, type])).toEqual([
      ["none", "apiKey"],
      ["none_2", "none"],
    ]);
  });

  it("of several schemes have a field for each credential, whatever the schemes are called", () => {
    const basic = { type: "http", scheme: "basic" };
    const apiKey = (name: string) => ({ type: "apiKey", in: "header", name });
    const securitySchemes = { x: basic, y: basic, x_username: apiKey("X-Name"), z: apiKey("X-Z") };
    const paths = { "/one": { get: { security: [{ x: [], y: [], x_username: [], z: [] }] } } };
    const { application } = importSmallDocument({ components: { securitySchemes }, paths });
    const names = application.authentications[0]?.fields.map(({ fieldName }) => fieldName);
    expect(names).toHaveLength(6);
    expect(new Set(names).size).toBe(6);
  });

  it("come from every security scheme", () => {
    const { application } = importWith(
      ["key", "inQuery", "inCookie", "basic", "bearer", "oauth", "machine", "oidc"],
      { "/things": [{ key: [] }] },
    );
    const methods = application.authentications.map(({ key, type, placements }) => [key, type, placements]);
    const bearer = [{ in: "header", name: "Authorization", value: "Bearer {token}" }];
    expect(methods).toEqual([
      ["key", "apiKey", [{ in: "header", name: "X-Key", value: "{apiKey}" }]],
      ["inQuery", "apiKey", [{ in: "query", name: "key", value: "{apiKey}" }]],
      ["inCookie", "apiKey", [{ in: "cookie", name: "sid", value: "{apiKey}" }]],
      ["basic", "basic", [{ in: "basic", username: "{username}", password: "{password}" }]],
      ["bearer", "bearer", bearer],
      ["oauth", "oauth2", bearer],
      ["machine", "oauth2ClientCredentials", bearer],
      ["oidc", "oauth2", bearer],
    ]);
  });

  it("ask for secrets, for a user name that is not secret, and not for its password, which may be empty", () => {
    const { application } = importWith(["basic", "bearer", "oauth"]);
    const fields = application.authentications.flatMap((method) =>
      method.fields.map(({ fieldName, secret, required }) => [method.key, fieldName, secret, required]),
    );
    expect(fields).toEqual([
      ["basic", "username", false, true],
      ["basic", "password", true, false],
      ["bearer", "token", true, true],
      ["oauth", "token", true, false],
    ]);
  });

  it("have no key in a header whose name no request can have", () => {
    const { application, warnings } = importSmallDocument({
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X Key" } } },
      paths: {},
    });
    expect(application.authentications.map(({ type }) => type)).toEqual(["none"]);
    expect(warnings).toContain(
      "The security scheme key was left out: an API key in a header whose name cannot be sent is not supported",
    );
  });

  it("have a field for each credential that is required together, whatever the schemes are called", () => {
    const apiKey = (name: string) => ({ type: "apiKey", in: "header", name });
    const securitySchemes = {
      "a-b": apiKey("X-A"),
      a_b: apiKey("X-B"),
      token: apiKey("X-C"),
      bearer: { type: "http", scheme: "bearer" },
    };
    const security = [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))];
    const { application } = importSmallDocument({
      components: { securitySchemes },
      paths: { "/things": { get: { security } } },
    });
    const [method] = application.authentications;
    expect(method?.fields.map(({ fieldName }) => fieldName)).toEqual(["a_b", "a_b_2", "token_2", "token"]);
    expect(method?.placements).toEqual([
      { in: "header", name: "X-A", value: "{a_b}" },
      { in: "header", name: "X-B", value: "{a_b_2}" },
      { in: "header", name: "X-C", value: "{token_2}" },
      { in: "header", name: "Authorization", value: "Bearer {token}" },
    ]);
  });

  it("say where the key goes, or which scheme they are, when several have one name", () => {
    const bearerToo = { type: "http", scheme: "bearer" };
    const { application } = importSmallDocument({
      components: { securitySchemes: { ...schemes, bearer_too: bearerToo, digest: undefined } },
      paths: {},
    });
    const names = application.authentications.map(({ key, name }) => [key, name]);
    expect(names.slice(0, 5)).toEqual([
      ["key", "API key (header X-Key)"],
      ["inQuery", "API key (query key)"],
      ["inCookie", "API key (cookie sid)"],
      ["basic", "User name and password"],
      ["bearer", "Bearer token (Bearer)"],
    ]);
    expect(names).toContainEqual(["bearer_too", "Bearer token (Bearer too)"]);
  });

  it("have the OAuth 2.0 addresses, those of the code flow first", () => {
    const { application } = importWith(["oauth", "machine", "oidc"], { "/things": [{ oauth: [] }] });
    expect(application.authentications.map(({ oauth2, scopes }) => [oauth2, scopes])).toEqual([
      [
        {
          authorizationUrl: "https://id.test/authorize",
          tokenUrl: "https://shop.test/token",
          refreshUrl: "https://id.test/refresh",
        },
        ["read", "write"],
      ],
      [{ tokenUrl: "https://id.test/token" }, []],
      [{ discoveryUrl: "https://id.test/.well-known/openid-configuration" }, []],
    ]);
  });

  it("keep what each scope allows, in the description's words", () => {
    const described = {
      type: "oauth2",
      flows: {
        authorizationCode: {
          authorizationUrl: "https://id.test/authorize",
          tokenUrl: "https://id.test/token",
          scopes: { read: " See things ", write: "", long: "x".repeat(600), odd: 7 },
        },
      },
    };
    const second = structuredClone(described);
    Object.assign(second.flows.authorizationCode, { scopes: { other: "Do other things" } });
    const { application } = importSmallDocument({
      components: { securitySchemes: { described, second } },
      security: [{ described: [], second: [] }],
    });
    expect(application.authentications[0]?.oauth2?.scopeDescriptions).toEqual({
      read: "See things",
      long: "x".repeat(500),
      other: "Do other things",
    });
  });

  it("have no second field for the token that a sign-in gives", () => {
    const flows = {
      authorizationCode: {
        authorizationUrl: "https://id.test/a",
        tokenUrl: "https://{token}.id.test/t",
        scopes: {},
      },
    };
    const { application, warnings } = importSmallDocument({
      components: { securitySchemes: { own: { type: "oauth2", flows } } },
      paths: { "/a": { get: { security: [{ own: [] }] } } },
    });
    expect(application.authentications.flatMap(({ fields }) => fields)).toEqual([]);
    expect(warnings.join()).toContain("OAuth with a field of its own called `token`");
  });

  it("take members from the mark x-bowline-oauth2, and are left out when it is wrong", () => {
    const mark = { tokenUrl: "https://id.test/t", clientAuthentication: "basicUnencoded" };
    const marked = { ...schemes.oauth, "x-bowline-oauth2": mark };
    const wrong = { ...schemes.oauth, "x-bowline-oauth2": { clientAuthentication: "guess" } };
    const { application, warnings } = importSmallDocument({
      components: { securitySchemes: { marked, wrong } },
      paths: { "/things": { get: { security: [{ marked: [] }, { wrong: [] }] } } },
    });
    expect(application.authentications).toMatchObject([
      { key: "marked", oauth2: { ...mark, authorizationUrl: "https://id.test/authorize" } },
    ]);
    expect(warnings.join()).toContain("x-bowline-oauth2.clientAuthentication");
  });

  it("are custom when several schemes are required together", () => {
    const { application } = importWith(["key", "inQuery", "basic"], {
      "/a": [{ inQuery: [], key: [], basic: [] }],
    });
    expect(application.authentications).toMatchObject([{ key: "key+inQuery+basic", type: "custom" }]);
    expect(application.authentications[0]?.fields.map(({ fieldName }) => fieldName)).toEqual([
      "key",
      "inQuery",
      "username",
      "password",
    ]);
    expect(application.authentications[0]?.placements).toEqual([
      { in: "header", name: "X-Key", value: "{key}" },
      { in: "query", name: "key", value: "{inQuery}" },
      { in: "basic", username: "{username}", password: "{password}" },
    ]);
  });

  it("are one OAuth method when several flows are required together", () => {
    const { application } = importWith(["oauth", "oidc"], { "/a": [{ oauth: [], oidc: [] }] });
    expect(application.authentications).toMatchObject([{ key: "oauth+oidc", type: "oauth2" }]);
    expect(application.authentications[0]?.placements).toHaveLength(1);
  });

  it("leave out unsupported schemes, with a warning", () => {
    const { application, warnings } = importWith(["digest", "key"], { "/things": [{ key: [] }] });
    expect(application.authentications.map(({ key }) => key)).toEqual(["key"]);
    expect(warnings).toEqual([
      "The security scheme digest was left out: HTTP digest authentication is not supported",
    ]);
  });
});

describe("an OAuth scheme", () => {
  function importScheme(scheme: object) {
    return importSmallDocument({ components: { securitySchemes: { signIn: scheme } } }).application
      .authentications[0];
  }
  const flow = (name: string, urls: object) => ({
    type: "oauth2",
    flows: { [name]: { ...urls, scopes: { read: "" } } },
  });

  it("gets the facts about its provider, and the fields that these need", () => {
    const authorizationUrl = "https://appcenter.intuit.com/connect/oauth2";
    const method = importScheme(
      flow("authorizationCode", { authorizationUrl, tokenUrl: "https://oauth.platform.intuit.com/op/v1" }),
    );
    expect(method).toMatchObject({
      type: "oauth2",
      scopes: ["read"],
      oauth2: {
        authorizationUrl,
        tokenUrl: "https://oauth.platform.intuit.com/op/v1",
        clientAuthentication: "basic",
        keepFromRedirect: { realmId: "realmId" },
      },
    });
    expect(method?.fields.map(({ fieldName, required }) => [fieldName, required])).toEqual([
      ["token", false],
      ["realmId", false],
    ]);
  });

  it("with a mark wins over the provider's facts", () => {
    const authorizationUrl = "https://slack.com/oauth/v2/authorize";
    const scheme = flow("authorizationCode", {
      authorizationUrl,
      tokenUrl: "https://slack.com/api/oauth.v2.access",
    });
    expect(importScheme({ ...scheme, "x-bowline-oauth2": { pkce: true } })?.oauth2).toMatchObject({
      pkce: true,
      scopeSeparator: ",",
    });
  });

  it("has the description's scopes, when it states any", () => {
    const urls = {
      authorizationUrl: "https://account.docusign.com/oauth/auth",
      tokenUrl: "https://account.docusign.com/oauth/token",
    };
    const none = { type: "oauth2", flows: { authorizationCode: { ...urls, scopes: {} } } };
    expect(importScheme(none)?.oauth2?.defaultScopes).toEqual(["signature"]);
    const some = flow("authorizationCode", urls);
    expect(importScheme(some)?.oauth2).not.toHaveProperty("defaultScopes");
    const marked = { ...some, "x-bowline-oauth2": { defaultScopes: ["extended"] } };
    expect(importScheme(marked)?.oauth2?.defaultScopes).toEqual(["extended"]);
  });

  it("asks for a part of its address once when it is a server variable too", () => {
    const { application } = importSmallDocument({
      servers: [{ url: "https://{tenant}.shop.test", variables: { tenant: { default: "acme" } } }],
      components: {
        securitySchemes: {
          signIn: flow("clientCredentials", { tokenUrl: "https://{tenant}.shop.test/token" }),
        },
      },
    });
    expect(application.authentications[0]).toMatchObject({ type: "oauth2ClientCredentials" });
    expect(application.authentications[0]?.fields).toMatchObject([
      { fieldName: "token" },
      { fieldName: "tenant", default: "acme", required: false, pattern: expect.any(String) },
      { fieldName: "clientId", required: false, secret: false },
      { fieldName: "clientSecret", required: false, secret: true },
    ]);
  });

  it("with only an implicit flow allows a sign-in when its provider is known, else takes a token", () => {
    const known = flow("implicit", { authorizationUrl: "https://app.netlify.com/authorize" });
    expect(importScheme(known)).toMatchObject({
      type: "oauth2",
      oauth2: { tokenUrl: "https://api.netlify.com/oauth/token" },
    });
    for (const unknown of [
      flow("implicit", { authorizationUrl: "https://id.test/go" }),
      flow("password", { tokenUrl: "https://id.test/token" }),
    ]) {
      const method = importScheme(unknown);
      expect(method).toMatchObject({ type: "bearer", fields: [{ fieldName: "token", required: true }] });
      expect(method).not.toHaveProperty("oauth2");
    }
  });
});

describe("an operation", () => {
  it("accepts each alternative and needs a connection", () => {
    const { application } = importWith(["key", "oauth"], {
      "/a": [{ oauth: ["read"] }, { oauth: ["write"] }, { key: [] }],
    });
    expect(application.requiresConnection).toBe(true);
    expect(application.tools[0]).toMatchObject({
      requiresConnection: true,
      scopes: ["read"],
      binding: { authentications: ["oauth", "key"] },
    });
  });

  it("inherits the document's requirement, unless it has an empty one", () => {
    const { application } = importWith(["key"], { "/a": undefined, "/b": [] }, { security: [{ key: [] }] });
    expect(
      application.tools.map(({ requiresConnection, binding }) => [requiresConnection, binding]),
    ).toMatchObject([
      [true, { authentications: ["key"] }],
      [false, { authentications: [] }],
    ]);
  });

  it("needs no connection when one alternative is empty", () => {
    const { application } = importWith(["key"], { "/a": [{}, { key: [] }] });
    expect(application.tools[0]).toMatchObject({
      requiresConnection: false,
      binding: { authentications: ["key"] },
    });
  });

  it("is skipped when only an unsupported scheme is accepted", () => {
    const { application, skipped } = importWith(["digest", "key"], {
      "/a": [{ digest: [] }],
      "/b": [{ digest: [] }, { key: [] }],
    });
    expect(application.tools.map(({ operationKey }) => operationKey)).toEqual(["GET /b"]);
    expect(skipped).toEqual([
      { operation: "GET /a", reason: "it needs HTTP digest authentication, which is not supported" },
    ]);
  });
});

describe("overridable fields", () => {
  it("are those of marked schemes, and those that the import names", () => {
    const securitySchemes = { a: { ...schemes.key, "x-bowline-overridable": true }, b: schemes.basic };
    const { application, warnings } = importSmallDocument(
      { security: [], components: { securitySchemes }, paths: { "/things": { get: {} } } },
      { overridableFields: ["username", "ghost"] },
    );
    const overridable = application.authentications.flatMap(({ fields }) =>
      fields.filter((field) => field.overridable).map(({ fieldName }) => fieldName),
    );
    expect(overridable).toEqual(["apiKey", "username"]);
    expect(warnings).toEqual(["No connection field is called ghost, so it cannot be made overridable"]);
  });

  it("are none in the host that have no enum, and the import says so", () => {
    const marked = { default: "eu", "x-bowline-overridable": true };
    const importServers = (servers: object[], overridableFields: string[] = []) => {
      const { application, warnings } = importSmallDocument(
        {
          servers,
          security: [],
          paths: { "/things": { get: {} } },
          components: { securitySchemes: { a: schemes.key } },
        },
        { overridableFields },
      );
      const fields = application.authentications.flatMap((method) => method.fields);
      const overridable = fields.filter((field) => field.overridable).map(({ fieldName }) => fieldName);
      return { overridable: [...new Set(overridable)], warnings };
    };
    const host = { url: "https://{region}.shop.test", variables: { region: marked } };
    const path = { url: "https://shop.test/{region}", variables: { region: marked } };
    const warning =
      "The field region is in the host of the address and has no enum, so no call can override it";
    expect(importServers([host])).toEqual({ overridable: [], warnings: [warning] });
    const plain = { url: host.url, variables: { region: { default: "eu" } } };
    expect(importServers([plain], ["region"])).toEqual({ overridable: [], warnings: [warning] });
    const listed = { url: host.url, variables: { region: { ...marked, enum: ["eu", "us"] } } };
    for (const servers of [[path], [listed], [host, path]]) {
      expect(importServers(servers)).toEqual({ overridable: ["region"], warnings: [] });
    }
  });
});

describe("security schemes that no operation requires", () => {
  const components = { securitySchemes: { a: schemes.key, b: schemes.basic, c: schemes.digest } };
  const forgotten = "The document states security schemes, but no operation requires any";

  it("are accepted by every operation, and none is needed", () => {
    const { application, warnings } = importSmallDocument({ components, paths: { "/a": { get: {} } } });
    expect(application.tools).toMatchObject([
      { requiresConnection: false, binding: { authentications: ["a", "b"] } },
    ]);
    expect(application.authentications.map(({ key }) => key)).toEqual(["a", "b", "none"]);
    expect(warnings.join()).toContain(forgotten);
  });

  it.each([
    ["the document says that it needs none", { security: [], paths: { "/a": { get: {} } } }],
    ["an operation says so", { paths: { "/a": { get: {} }, "/b": { get: { security: [] } } } }],
    ["another requires one", { paths: { "/a": { get: {} }, "/b": { get: { security: [{ a: [] }] } } } }],
  ])("are not accepted where %s", (_reason, members) => {
    const { application, warnings } = importSmallDocument({ components, ...members });
    expect(application.tools[0]?.binding).toMatchObject({ authentications: [] });
    expect(warnings.join()).not.toContain(forgotten);
  });
});

describe("security schemes given for a document that states none", () => {
  it("are required by each operation without a requirement of its own", () => {
    const { application } = importSmallDocument(
      { paths: { "/a": { get: {} }, "/b": { get: { security: [] } } } },
      { securitySchemes: { given: schemes.bearer } },
    );
    expect(application.authentications.map(({ key }) => key)).toEqual(["given"]);
    expect(application.tools.map(({ requiresConnection }) => requiresConnection)).toEqual([true, false]);
  });
});
