import { describe, expect, test } from "vitest";
import { deployment } from "../../support/deployment.ts";
import { proves } from "../../support/proves.ts";
import { readIssuer } from "../support/token-client.ts";

const { baseUrl } = deployment();
const toolset = "/mcp/0198c0de-0000-4000-8000-000000000000";

async function read(path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(baseUrl + path, { headers, redirect: "manual" });
  expect(response.status, path).toBe(200);
  expect(response.headers.get("access-control-allow-origin"), path).toBe("*");
  return (await response.json()) as Record<string, unknown>;
}

describe("metadata of the authorization server", () => {
  test(
    "is the same at the root and at the addresses that keep the path",
    proves("authorization-server.metadata"),
    async () => {
      const root = await read("/.well-known/oauth-authorization-server");
      expect(root).toMatchObject({
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
      for (const endpoint of ["token", "revocation", "introspection"]) {
        expect(root[`${endpoint}_endpoint_auth_methods_supported`], endpoint).toContain("none");
      }
      expect(root.grant_types_supported).toEqual(
        expect.arrayContaining([
          "authorization_code",
          "refresh_token",
          "client_credentials",
          "urn:ietf:params:oauth:grant-type:device_code",
        ]),
      );
      expect(root.grant_types_supported).not.toContain("implicit");
      expect(root.scopes_supported).toEqual(expect.arrayContaining(["tools:read", "admin"]));
      const paths = ["", "/v1", "/mcp", "/mcp/", toolset, `${toolset}/`].flatMap((path) => [
        `/.well-known/oauth-authorization-server${path}`,
        `/.well-known/openid-configuration${path}`,
      ]);
      for (const path of [...paths, "/mcp/.well-known/openid-configuration"]) {
        expect(await read(path), path).toEqual(root);
      }
    },
  );

  test("never takes an address from the request", proves("authorization-server.issuer"), async () => {
    const root = await read("/.well-known/openid-configuration");
    const forged = await read("/.well-known/openid-configuration", {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    });
    expect(forged).toEqual(root);
    for (const [name, value] of Object.entries(root)) {
      if (name === "issuer" || name.endsWith("_endpoint") || name === "jwks_uri") {
        expect(String(value).startsWith(String(root.issuer)), name).toBe(true);
      }
    }
  });
});

test(
  "metadata of each resource names its advertised address",
  proves("authorization-server.resource-metadata"),
  async () => {
    const issuer = await readIssuer();
    const isLoopback = /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/;
    const called = isLoopback.test(issuer) && isLoopback.test(baseUrl) ? baseUrl : issuer;
    for (const path of ["/v1", "/mcp", toolset]) {
      expect(await read(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
        resource: called + path,
        authorization_servers: [issuer],
      });
    }
    expect(await read("/.well-known/oauth-protected-resource/mcp/")).toMatchObject({
      resource: `${called}/mcp`,
    });
    const unknown = await fetch(`${baseUrl}/.well-known/oauth-protected-resource/other`);
    expect(unknown.status).toBe(404);
  },
);
