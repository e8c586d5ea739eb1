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

const search = (challenge: string | null = "Bearer") =>
  discoverResource(egress, openDiscovery(egress, true), `${origin}/mcp`, challenge);
const discover = async (challenge?: string | null) => (await search(challenge)).found;

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
        registersClients: false,
        authorizationParameters: resource,
        tokenParameters: resource,
        refreshParameters: resource,
      },
      scopes: ["a", "b"],
    });
  });

  test("says which server registers no clients", async () => {
    describeServer("", { registration_endpoint: `${origin}/register` });
    expect((await discover())?.method).not.toHaveProperty("registersClients");
    describeServer("");
    expect((await discover())?.method).toHaveProperty("registersClients", false);
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

  describe("says why there is no sign-in", () => {
    const place = "/.well-known/oauth-protected-resource/mcp";
    const server = (path: string) => ({ resource: `${origin}/mcp`, authorization_servers: [origin + path] });
    const findProblem = async (challenge?: string | null) => {
      const { found, problem } = await search(challenge);
      expect(found).toBeNull();
      return problem;
    };

    test("when the metadata are about another server, invalid, or not where the server says", async () => {
      describeResource({ resource: "https://mcp.example.com/mcp", authorization_servers: [origin] });
      const another = `The server's metadata at ${origin}${place} are about another server: https://mcp.example.com/mcp.`;
      expect(await findProblem()).toBe(another);
      expect(await findProblem(null)).toBe(another);
      describeResource({ resource: `${origin}/mcp`, authorization_servers: "none" });
      expect(await findProblem()).toBe(
        `The server's metadata at ${origin}${place} are not valid (RFC 9728).`,
      );
      documents = {};
      const problem = await findProblem(`Bearer resource_metadata="${origin}/nowhere"`);
      expect(problem).toBe(`The server's metadata at ${origin}/nowhere could not be read.`);
    });

    test("when the authorization server cannot be used", async () => {
      describeResource(server("/tenant"));
      expect(await findProblem()).toBe(
        `The authorization server ${origin}/tenant cannot be used: The application's discovery document could not be read: it returned 404.`,
      );
      describeServer("/other", { issuer: "https://elsewhere.example.com" });
      describeResource(server("/other"));
      expect(await findProblem()).toMatch(/cannot be used: .* belongs to another issuer\.$/);
      describeServer("/bare", { token_endpoint: undefined });
      describeResource(server("/bare"));
      expect(await findProblem()).toMatch(/Its metadata lack the address/);
      describeResource({ resource: `${origin}/mcp` });
      expect(await findProblem()).toBe("The server's metadata name no authorization server.");
    });

    test("but not of a server that names none", async () => {
      expect(await findProblem()).toBeNull();
      expect(await findProblem(null)).toBeNull();
      describeResource({});
      expect(await findProblem(null)).toBeNull();
    });
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
