import { describe, expect, test } from "vitest";
import { deployment } from "../../support/deployment.ts";
import { proves } from "../../support/proves.ts";

const { baseUrl } = deployment();

async function register(body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const fair = { client_name: "Editor", redirect_uris: ["https://editor.example/callback"] };

describe("registration", () => {
  test("takes what older clients send", proves("authorization-server.registration"), async () => {
    const redirects = [
      "http://localhost:1234/callback",
      "http://127.0.0.1/callback",
      "http://[::1]:9/callback",
      "cursor://anysphere.cursor-retrieval/oauth/callback",
      "com.example.app:/callback",
      "https://editor.example/callback",
    ];
    const { status, body } = await register({
      client_name: "Editor",
      redirect_uris: redirects,
      grant_types: ["authorization_code", "refresh_token", "implicit", "client_credentials"],
      response_types: ["code", "token"],
      scope: "tools:read mcp:everything offline_access",
      token_endpoint_auth_method: "none",
      software_id: "editor",
      // Nothing is there: it is dropped, and not read.
      sector_identifier_uri: "https://editor.invalid/sector.json",
      made_up: { deeply: ["nested"] },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      client_name: "Editor",
      redirect_uris: redirects,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "tools:read offline_access",
      token_endpoint_auth_method: "none",
    });
    expect(body.client_secret).toBeUndefined();
    expect(body.sector_identifier_uri).toBeUndefined();
    const plain = await register(fair);
    expect(plain.body).toMatchObject({ grant_types: ["authorization_code", "refresh_token"] });
    expect(plain.body.client_secret).toMatch(/^[\w-]{40,}$/);
  });

  test(
    "refuses redirects that no client may have",
    proves("authorization-server.registration.refused"),
    async () => {
      const redirects = [
        "http://editor.example/callback",
        "http://localhost.evil.example/callback",
        "javascript:alert(1)",
        "data:text/html,x",
        "ws://editor.example/callback",
        "wss://editor.example/callback",
        "intent://editor.example/callback",
        "view-source:https://editor.example/callback",
        "https://known.example@editor.example/callback",
        "https://editor.example/callback#x",
        "https:editor.example/callback",
        "https:\\\\editor.example/callback",
        " https://editor.example/callback",
        "shell:startup",
        "not an address",
        "",
      ];
      for (const redirect of redirects) {
        const { status, body } = await register({ ...fair, redirect_uris: [redirect] });
        expect(status, redirect).toBe(400);
        expect(body.error).toMatch(/^invalid_(redirect_uri|client_metadata)$/);
      }
      expect((await register({ client_name: "None" })).status).toBe(400);
      expect((await register({ ...fair, redirect_uris: [{ toString: 1 }] })).status).toBe(400);
    },
  );

  test(
    "refuses what is too large, and what is no object",
    proves("authorization-server.registration.refused"),
    async () => {
      const huge = [
        { ...fair, client_name: "x".repeat(100_000) },
        { ...fair, client_name: "x".repeat(201) },
        { ...fair, client_name: "\u200b \u2066" },
        { ...fair, redirect_uris: Array.from({ length: 21 }, (_, place) => `https://e.example/${place}`) },
        { ...fair, redirect_uris: [`https://e.example/${"x".repeat(2001)}`] },
        { ...fair, contacts: Array.from({ length: 500 }, (_, place) => `somebody-${place}@e.example`) },
        { ...fair, jwks: { keys: Array(50).fill({ kty: "EC", crv: "P-256", x: "a".repeat(400), y: "b" }) } },
        "[]",
        "null",
        "{",
      ];
      for (const body of huge) {
        expect((await register(body)).status).toBe(400);
      }
    },
  );

  test(
    "cannot make a client that needs no person",
    proves("authorization-server.registration.refused"),
    async () => {
      const { body } = await register({ ...fair, grant_types: ["client_credentials"] });
      expect(body.grant_types).toEqual(["authorization_code"]);
      const token = await fetch(`${baseUrl}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: String(body.client_id),
          client_secret: String(body.client_secret),
        }),
      });
      expect(token.status).toBe(400);
      expect(await token.json()).toMatchObject({ error: /^(unauthorized_client|invalid_client)$/ });
    },
  );

  test(
    "refuses the character NUL wherever it is sent",
    proves("authorization-server.registration.refused", "authorization-server.nul"),
    async () => {
      expect((await register({ ...fair, client_name: "a\0b" })).status).toBe(400);
      const { body } = await register(fair);
      for (const path of ["token", "device_authorization", "revoke", "introspect"]) {
        const response = await fetch(`${baseUrl}/oauth/${path}`, {
          method: "POST",
          body: new URLSearchParams({ client_id: "a\0b", grant_type: "authorization_code", token: "x" }),
        });
        expect(response.status, path).toBe(401);
      }
      const authorize = (changes: Record<string, string>) =>
        fetch(`${baseUrl}/oauth/authorize?${new URLSearchParams({ ...request, ...changes })}`, {
          redirect: "manual",
        });
      const request = {
        client_id: String(body.client_id),
        response_type: "code",
        redirect_uri: String(fair.redirect_uris[0]),
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
      };
      expect((await authorize({ client_id: "a\0b" })).status).toBe(400);
      const back = await authorize({ resource: `${baseUrl}/mcp\0` });
      expect(await back.text()).toContain("error=invalid_target");
    },
  );
});
