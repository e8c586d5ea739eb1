import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openDiscovery } from "./discover-provider.ts";
import { discoverResource } from "./discover-resource.ts";

let server: Server;
let egress: Egress;
let origin: string;
/** Documents by path. */
let documents: Record<string, unknown>;

beforeAll(async () => {
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  server = createServer((request, response) => {
    const found = documents[request.url ?? ""];
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  documents = {};
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await egress.close();
});

const discover = (challenge: string | null = "Bearer") =>
  discoverResource(egress, openDiscovery(egress, true), `${origin}/mcp`, challenge);

function describeServer(path: string, members: Record<string, unknown> = {}): void {
  documents[`/.well-known/oauth-authorization-server${path}`] = {
    issuer: `${origin}${path}`,
    authorization_endpoint: `${origin}${path}/authorize`,
    token_endpoint: `${origin}${path}/token`,
    ...members,
  };
}

const describeResource = (members: Record<string, unknown>): void => {
  documents["/.well-known/oauth-protected-resource/mcp"] = members;
};

describe("discoverResource", () => {
  test("requests tokens for the resource", async () => {
    describeServer("/tenant");
    describeResource({ resource: `${origin}/mcp`, authorization_servers: [`${origin}/tenant`] });
    const resource = { resource: `${origin}/mcp` };
    expect(await discover('Bearer scope="a b"')).toEqual({
      method: {
        discoveryUrl: `${origin}/.well-known/oauth-authorization-server/tenant`,
        authorizationParameters: resource,
        tokenParameters: resource,
        refreshParameters: resource,
      },
      scopes: ["a", "b"],
    });
  });

  test("asks for refresh tokens where the server issues them on request", async () => {
    describeServer("", { scopes_supported: ["openid", "offline_access"] });
    const found = await discover();
    expect(found?.method).toMatchObject({
      authorizationParameters: { prompt: "consent" },
      requiredScopes: ["offline_access"],
    });
  });

  test.each(["https://mcp.example.com/mcp", "/mcp/other", "/mc", "nonsense"])(
    "does not use the metadata of the resource %s",
    async (named) => {
      describeServer("/tenant");
      const resource = named.startsWith("/") ? origin + named : named;
      describeResource({ resource, authorization_servers: [`${origin}/tenant`] });
      expect(await discover()).toBeNull();
    },
  );

  test.each(["/mcp", "/", ""])("uses metadata whose resource is the server's %s", async (path) => {
    describeServer("/tenant");
    describeResource({ resource: origin + path, authorization_servers: [`${origin}/tenant`] });
    expect((await discover())?.method.tokenParameters).toEqual({ resource: origin + path });
  });

  test("does not use the metadata of another issuer", async () => {
    describeServer("/tenant", { issuer: `${origin}/another` });
    describeResource({ resource: `${origin}/mcp`, authorization_servers: [`${origin}/tenant`] });
    expect(await discover()).toBeNull();
  });

  test("without a challenge uses metadata only", async () => {
    describeServer("");
    expect(await discover(null)).toBeNull();
    describeResource({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    expect((await discover(null))?.method.tokenParameters).toEqual({ resource: `${origin}/mcp` });
  });

  test("asks at first only for the scopes of the challenge", async () => {
    describeServer("");
    describeResource({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: ["read", "write"],
    });
    expect(await discover('Bearer scope="read"')).toMatchObject({
      method: { defaultScopes: ["read"] },
      scopes: ["read", "write"],
    });
    expect((await discover())?.method.defaultScopes).toBeUndefined();
  });

  test("leaves out what is no scope, and does not take thousands", async () => {
    describeServer("");
    const scopes = ["read", "a\0", "two words", "é", 'a"b', "x".repeat(300)];
    const members = { resource: `${origin}/mcp`, authorization_servers: [origin] };
    describeResource({ ...members, scopes_supported: scopes });
    expect((await discover())?.scopes).toEqual(["read"]);
    const many = Array.from({ length: 20_000 }, (_, number) => `scope${number}`);
    describeResource({ ...members, scopes_supported: many });
    expect((await discover())?.scopes).toEqual(many.slice(0, 200));
  });
});
