import type { OAuth2Method } from "@bowline/catalog";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  cutShort,
  type FaultServer,
  openFaultServer,
  type Received,
  redirect,
  reset,
  respondWith,
  respondWithJson,
} from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openDiscovery } from "./discover-provider.ts";
import { resolveProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import type { ProviderCall } from "./provider-exchange.ts";
import { exchangeCode, redeemRefreshToken, requestClientToken, revokeToken } from "./token-endpoint.ts";

let server: FaultServer;
let egress: Egress;
beforeAll(async () => {
  server = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await egress.close();
  await server.close();
});
beforeEach(() => {
  server.received.length = 0;
});

const secret = "s&cr:t with spaces";
const plainTokens = { access_token: "the-token", token_type: "Bearer", expires_in: 60 };

async function callWith(
  facts: OAuth2Method = {},
  clientSecret: string | null = secret,
): Promise<ProviderCall> {
  const method = { tokenUrl: `${server.url}/token`, ...facts };
  const reach = { egress, discover: openDiscovery(egress, true) };
  return {
    egress,
    provider: await resolveProvider(reach, method, "production", {}),
    client: { clientId: "client", clientSecret, scopes: null, allowed: null, registration: null },
    fields: {},
    sealedOrigins: null,
    isHttpAllowed: true,
  };
}

const redirected = {
  parameters: new URLSearchParams({ code: "the-code", state: "s" }),
  redirectUri: "https://bowline.example/oauth/callback",
  codeVerifier: "v".repeat(43),
  nonce: null,
};

async function exchangeWith(behavior: ReturnType<typeof respondWith>, facts: OAuth2Method = {}) {
  server.on("/token", behavior);
  return exchangeCode(await callWith(facts), redirected);
}

const lastForm = () => new URLSearchParams(lastRequest().body.toString());
function lastRequest(): Received {
  const received = server.received.at(-1);
  if (received === undefined) {
    throw new Error("Nothing arrived.");
  }
  return received;
}

describe("the code's exchange", () => {
  test("sends the standard's form with PKCE and the client's secret in the body", async () => {
    const tokens = await exchangeWith(respondWithJson(200, { ...plainTokens, refresh_token: "again" }));
    expect(tokens).toEqual({
      accessToken: "the-token",
      refreshToken: "again",
      lifetimeSeconds: 60,
      kept: {},
      accountLabel: null,
      claims: null,
    });
    expect(Object.fromEntries(lastForm())).toEqual({
      grant_type: "authorization_code",
      code: "the-code",
      redirect_uri: redirected.redirectUri,
      code_verifier: redirected.codeVerifier,
      client_id: "client",
      client_secret: secret,
    });
  });

  test("omits PKCE only if the data says so", async () => {
    await exchangeWith(respondWithJson(200, plainTokens), { pkce: false });
    expect(lastForm().has("code_verifier")).toBe(false);
  });

  test("reads a form-encoded response", async () => {
    const form = "access_token=the-token&scope=a%2Cb&token_type=bearer";
    const types = ["application/x-www-form-urlencoded", "text/plain"];
    for (const type of types) {
      const tokens = await exchangeWith(respondWith(200, { "content-type": type }, form));
      expect(tokens).toMatchObject({ accessToken: "the-token", lifetimeSeconds: null });
    }
  });

  test("reads no form of many names, nor a response larger than any token", async () => {
    const form = `access_token=the-token${"&a".repeat(10_000)}`;
    const flood = respondWith(200, { "content-type": "application/x-www-form-urlencoded" }, form);
    await expect(exchangeWith(flood)).rejects.toMatchObject({ kind: "unreadable" });
    const large = respondWithJson(200, { ...plainTokens, rest: "x".repeat(256 * 1024) });
    await expect(exchangeWith(large)).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("treats an error with status 200 as a refusal", async () => {
    for (const body of [
      { error: "bad_verification_code", error_description: "It <is> used." },
      { ok: false, error: "bad_verification_code" },
      { error: { type: "bad_verification_code", message: "No." } },
    ]) {
      const refused = exchangeWith(respondWithJson(200, body));
      await expect(refused).rejects.toMatchObject({ kind: "refused", code: "bad_verification_code" });
    }
  });

  test("finds a nested token, and keeps the values that the data names", async () => {
    const tokens = await exchangeWith(
      respondWithJson(200, {
        ok: true,
        authed_user: { access_token: "nested", expires_in: 9 },
        team: { id: "T1" },
      }),
      { tokenPath: "/authed_user", keepFromAnswer: { teamId: "/team/id", missing: "/nothing" } },
    );
    expect(tokens).toMatchObject({ accessToken: "nested", lifetimeSeconds: 9, kept: { teamId: "T1" } });
  });

  test("accepts expires_in as text, no token_type, 201 and null members", async () => {
    const odd = {
      access_token: "the-token",
      expires_in: "3600",
      refresh_token: null,
      scope: ["a", "b"],
      id_token: null,
    };
    const tokens = await exchangeWith(respondWithJson(201, odd));
    expect(tokens).toMatchObject({ accessToken: "the-token", refreshToken: null, lifetimeSeconds: 3600 });
  });

  test.each(["\n", "\r", "\0", "€"])(
    "refuses a token with %j, which no header can carry",
    async (character) => {
      const tokens = { ...plainTokens, access_token: `the-${character}token` };
      await expect(exchangeWith(respondWithJson(200, tokens))).rejects.toMatchObject({
        kind: "unreadable",
        message: expect.stringContaining("a line break or another character that no request can carry"),
      });
    },
  );

  test.each([true, "", " ", "soon", "0x10", [60]])("treats the lifetime %j as none", async (lifetime) => {
    const tokens = { ...plainTokens, expires_in: lifetime };
    expect((await exchangeWith(respondWithJson(200, tokens))).lifetimeSeconds).toBeNull();
  });

  test("treats a lifetime of 0 as none, unless the data assumes one", async () => {
    const eternal = { access_token: "t", expires_in: 0 };
    expect((await exchangeWith(respondWithJson(200, eternal))).lifetimeSeconds).toBeNull();
    const assumed = await exchangeWith(respondWithJson(200, eternal), { assumedLifetimeSeconds: 7200 });
    expect(assumed.lifetimeSeconds).toBe(7200);
  });

  test("reads the claims of an id token with an unknown issuer, only for a label", async () => {
    const payload = Buffer.from(JSON.stringify({ email: "who@example.com" })).toString("base64url");
    const tokens = await exchangeWith(respondWithJson(200, { ...plainTokens, id_token: `e30.${payload}.x` }));
    expect(tokens.claims).toEqual({ email: "who@example.com" });
    const stray = await exchangeWith(respondWithJson(200, { ...plainTokens, id_token: "rubbish" }));
    expect(stray).toMatchObject({ accessToken: "the-token", claims: null });
  });

  test("sends JSON if the data says so", async () => {
    await exchangeWith(respondWithJson(200, plainTokens), { tokenRequestFormat: "json" });
    expect(lastRequest().headers["content-type"]).toBe("application/json");
    expect(JSON.parse(lastRequest().body.toString())).toMatchObject({
      code: "the-code",
      client_id: "client",
    });
  });

  test.each([
    ["basic", `Basic ${btoa("client:s%26cr%3At+with+spaces")}`],
    ["basicUnencoded", `Basic ${btoa(`client:${secret}`)}`],
  ] as const)("authenticates the client by %s", async (clientAuthentication, authorization) => {
    await exchangeWith(respondWithJson(200, plainTokens), { clientAuthentication });
    expect(lastRequest().headers.authorization).toBe(authorization);
    expect(lastForm().has("client_secret")).toBe(false);
  });

  test("authenticates the client by basic when nothing says how and the body is refused", async () => {
    server.on("/token", (received, response) => {
      const behave = received.headers.authorization
        ? respondWithJson(200, plainTokens)
        : respondWithJson(401, { error: "invalid_client" });
      behave(received, response);
    });
    expect(await exchangeCode(await callWith(), redirected)).toMatchObject({ accessToken: "the-token" });
    expect(server.received).toHaveLength(2);
    expect(lastForm().get("code")).toBe("the-code");
    expect(lastForm().has("client_secret")).toBe(false);
    server.received.length = 0;
    const stated = await callWith({ clientAuthentication: "body" });
    await expect(exchangeCode(stated, redirected)).rejects.toMatchObject({ code: "invalid_client" });
    const isPublic = await callWith({}, null);
    await expect(exchangeCode(isPublic, redirected)).rejects.toMatchObject({ code: "invalid_client" });
    expect(server.received).toHaveLength(2);
  });

  test("names a public client in the body", async () => {
    server.on("/token", respondWithJson(200, plainTokens));
    await exchangeCode(await callWith({}, null), redirected);
    expect(lastForm().get("client_id")).toBe("client");
    expect(lastRequest().headers.authorization).toBeUndefined();
  });

  test.each([
    ["HTML", respondWith(200, { "content-type": "text/html" }, "<p>a=b</p>"), "unreadable"],
    ["no token", respondWithJson(200, { hello: 1 }), "unreadable"],
    ["503", respondWith(503, {}, "later"), "unavailable"],
    ["429", respondWithJson(429, {}), "unavailable"],
    ["429 with an error", respondWithJson(429, { ok: false, error: "ratelimited" }), "unavailable"],
    ["a reset", reset, "unavailable"],
    ["half a response", cutShort, "unavailable"],
    ["a redirect inward", redirect(302, "http://169.254.169.254/"), "refused"],
    ["a redirect inward with the body", redirect(307, "http://10.0.0.1/"), "refused"],
    ["401 without words", respondWith(401, {}, ""), "refused"],
  ])("fails for %s as %s", async (_what, behavior, kind) => {
    await expect(exchangeWith(behavior)).rejects.toMatchObject({ name: "ProviderError", kind });
  });

  test.each([
    [
      { errors: [{ errorType: "invalid_grant", message: "Code invalid" }], success: false },
      "invalid_grant",
      "Code invalid",
    ],
    [{ status: "BAD_REFRESH_TOKEN", message: "Unknown token" }, "BAD_REFRESH_TOKEN", "Unknown token"],
    [{ code: 400, message: "Not now" }, "400", "Not now"],
    [{ error: { message: "No", type: "OAuthException" } }, "OAuthException", "No"],
    [{ errors: ["Not now"] }, null, "returned 400"],
  ])("quotes the provider's own words in %j", async (body, code, words) => {
    await expect(exchangeWith(respondWithJson(400, body))).rejects.toMatchObject({
      kind: "refused",
      code,
      message: expect.stringContaining(words),
    });
  });

  test("says that there is no token where one is expected", async () => {
    const nested = respondWithJson(200, { data: { access_token: "t" } });
    await expect(exchangeWith(nested)).rejects.toThrow("returned no access token");
  });

  test("refuses http if the operator allows no private networks", async () => {
    const call = { ...(await callWith()), isHttpAllowed: false };
    await expect(exchangeCode(call, redirected)).rejects.toThrow(/no https address/);
    expect(server.received).toHaveLength(0);
  });

  test("masks secrets that the provider repeats", async () => {
    const echo = respondWithJson(400, {
      error: "invalid_client",
      error_description: `Wrong secret ${secret}!`,
    });
    const error = await exchangeWith(echo).catch((caught) => caught);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error.message).toBe("The application refused (invalid_client): Wrong secret ***!");
  });

  test("masks a secret that is longer than what is quoted of the provider", async () => {
    const long = Array.from({ length: 100 }, (_, index) => `part${index}`).join("-");
    const refusal = { error: "invalid_grant", error_description: `The token ${long} is over` };
    server.on("/token", respondWithJson(400, refusal));
    const error = await redeemRefreshToken(await callWith(), long).catch((caught) => caught);
    expect(error.message).toBe("The application refused (invalid_grant): The token *** is over");
  });
});

test("a refresh goes to the refresh address with the data's parameters", async () => {
  server.on("/renew", respondWithJson(200, { access_token: "new", refresh_token: "rotated" }));
  const facts = { refreshUrl: `${server.url}/renew`, refreshParameters: { extra: "1" } };
  const tokens = await redeemRefreshToken(await callWith(facts), "old");
  expect(tokens).toMatchObject({ accessToken: "new", refreshToken: "rotated" });
  expect(Object.fromEntries(lastForm())).toMatchObject({
    grant_type: "refresh_token",
    refresh_token: "old",
    extra: "1",
  });
});

test("a client's own token is requested with its scopes", async () => {
  server.on("/token", respondWithJson(200, plainTokens));
  await requestClientToken(await callWith({ scopeSeparator: "," }), ["a", "b"]);
  expect(Object.fromEntries(lastForm())).toMatchObject({ grant_type: "client_credentials", scope: "a,b" });
});

test("a renewal is not lost when an invalid id token comes with it", async () => {
  const path = "/.well-known/openid-configuration";
  const endpoints = {
    authorization_endpoint: `${server.url}/authorize`,
    token_endpoint: `${server.url}/renew`,
  };
  server.on(path, respondWithJson(200, { issuer: server.url, ...endpoints }));
  server.on(
    "/renew",
    respondWithJson(200, { access_token: "new", refresh_token: "rotated", id_token: "rubbish" }),
  );
  const method = { discoveryUrl: server.url + path };
  const reach = { egress, discover: openDiscovery(egress, true) };
  const provider = await resolveProvider(reach, method, "production", {});
  const tokens = await redeemRefreshToken({ ...(await callWith()), provider }, "old");
  expect(tokens).toMatchObject({ accessToken: "new", refreshToken: "rotated", claims: null });
});

describe("revocation", () => {
  test("names the token and accepts any success", async () => {
    server.on("/revoke", respondWith(204, {}, ""));
    await revokeToken(await callWith({ revocationUrl: `${server.url}/revoke` }), "gone", "refresh_token");
    expect(lastForm().get("token")).toBe("gone");
    expect(lastForm().get("token_type_hint")).toBe("refresh_token");
  });

  test("reports a refusal, and a provider without revocation", async () => {
    server.on("/revoke", respondWithJson(400, { error: "unsupported_token_type" }));
    const call = await callWith({ revocationUrl: `${server.url}/revoke` });
    await expect(revokeToken(call, "t", "access_token")).rejects.toMatchObject({ kind: "refused" });
    await expect(revokeToken(await callWith(), "t", "access_token")).rejects.toThrow(
      /no revocation endpoint/,
    );
  });
});

describe("a provider's addresses", () => {
  const reach = () => ({ egress, discover: openDiscovery(egress, true) });

  test("are those of the environment, filled with the connection's fields", async () => {
    const method = {
      authorizationUrl: "https://{tenant}.example.com/authorize",
      tokenUrl: "https://{tenant}.example.com/token",
      environments: { sandbox: { tokenUrl: "https://sandbox.example.com/{tenant}/token" } },
    };
    const provider = await resolveProvider(reach(), method, "sandbox", { tenant: "acme" });
    expect(provider).toMatchObject({
      authorizationUrl: "https://acme.example.com/authorize",
      tokenUrl: "https://sandbox.example.com/acme/token",
    });
  });

  test.each(["evil.example/", "a@evil.example", "evil.example#", "a?b"])(
    "do not change their host by the field %s",
    async (tenant) => {
      const method = { tokenUrl: "https://{tenant}.example.com/token" };
      await expect(resolveProvider(reach(), method, "production", { tenant })).rejects.toThrow(ProviderError);
    },
  );

  test("are discovered if the data names only the document", async () => {
    server.on(
      "/.well-known/openid-configuration",
      respondWithJson(200, {
        issuer: server.url,
        authorization_endpoint: `${server.url}/authorize`,
        token_endpoint: `${server.url}/token`,
        id_token_signing_alg_values_supported: ["RS256"],
      }),
    );
    const method = { discoveryUrl: `${server.url}/.well-known/openid-configuration` };
    expect(await resolveProvider(reach(), method, "production", {})).toMatchObject({
      issuer: server.url,
      tokenUrl: `${server.url}/token`,
      clientAuthentication: "basic",
      isOpenIdProvider: true,
    });
  });

  test("must be http or https when they are discovered", async () => {
    const document = { issuer: server.url, authorization_endpoint: "javascript:alert(1)" };
    server.on("/.well-known/openid-configuration", respondWithJson(200, document));
    const method = { discoveryUrl: `${server.url}/.well-known/openid-configuration` };
    await expect(resolveProvider(reach(), method, "production", {})).rejects.toThrow(/is invalid/);
  });

  test("are not taken from another issuer's document", async () => {
    server.on("/.well-known/openid-configuration", respondWithJson(200, { issuer: "https://other.example" }));
    const method = { discoveryUrl: `${server.url}/.well-known/openid-configuration` };
    await expect(resolveProvider(reach(), method, "production", {})).rejects.toThrow(/another issuer/);
  });
});
