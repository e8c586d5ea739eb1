import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openDiscovery } from "./discover-provider.ts";
import { type Provider, resolveProvider } from "./provider.ts";
import { registerClient } from "./register-client.ts";

const redirectUri = "https://bowline.example/oauth/callback/7";
let server: Server;
let egress: Egress;
let origin: string;
let response: { status: number; body: unknown };
let received: Record<string, unknown>;

beforeAll(async () => {
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  server = createServer(async (request, outgoing) => {
    let body = "";
    for await (const chunk of request) {
      body += chunk;
    }
    received = JSON.parse(body);
    outgoing.writeHead(response.status, { "content-type": "application/json" });
    outgoing.end(typeof response.body === "string" ? response.body : JSON.stringify(response.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await egress.close();
});

async function register(
  sent: { status?: number; body: unknown },
  more: Partial<Provider> = {},
  uri = redirectUri,
) {
  response = { status: 201, ...sent };
  const reach = { egress, discover: openDiscovery(egress, true) };
  const provider = await resolveProvider(reach, { tokenUrl: `${origin}/token` }, "", {});
  return registerClient(egress, { ...provider, registrationUrl: `${origin}/register`, ...more }, uri, true);
}

describe("registerClient", () => {
  test("registers a confidential client for one redirect address", async () => {
    const body = { client_id: "one", client_secret: "secret", client_secret_expires_at: 1_800_000_000 };
    expect(await register({ body })).toEqual({
      clientId: "one",
      clientSecret: "secret",
      secretExpiresDate: new Date(1_800_000_000_000),
    });
    expect(received).toMatchObject({
      redirect_uris: [redirectUri],
      application_type: "web",
      token_endpoint_auth_method: "client_secret_post",
    });
  });

  test("is a native application at a loopback address", async () => {
    await register(
      { body: { client_id: "one", client_secret: "s" } },
      {},
      "http://localhost:4400/oauth/callback/7",
    );
    expect(received.application_type).toBe("native");
  });

  test("takes a public client where the server makes it one", async () => {
    const body = { client_id: "one", client_secret: "unused", token_endpoint_auth_method: "none" };
    expect(await register({ body })).toMatchObject({ clientSecret: null, secretExpiresDate: null });
  });

  test("uses no client that authenticates in another way", async () => {
    const body = { client_id: "one", token_endpoint_auth_method: "private_key_jwt" };
    await expect(register({ body })).rejects.toThrow(/authenticates with private_key_jwt/);
    await expect(register({ body: { client_id: "one" } })).rejects.toThrow(/authenticates with/);
  });

  test.each([
    [
      400,
      { error: "invalid_redirect_uri", error_description: "no\u0007 bell" },
      "(invalid_redirect_uri): no bell",
    ],
    [403, "<html>", "returned 403"],
    [201, { client_secret: "no id" }, "is invalid"],
    [201, "rubbish", "is invalid"],
    [201, { client_id: "one\0", client_secret: "secret" }, "is invalid"],
    [201, { client_id: "one", client_secret: "secret\n" }, "is invalid"],
  ])("says why it got none: %i", async (status, body, words) => {
    await expect(register({ status, body })).rejects.toThrow(words);
  });

  test("sends nothing over plain http unless private networks are allowed", async () => {
    response = { status: 201, body: { client_id: "one", client_secret: "s" } };
    const provider = await resolveProvider(
      { egress, discover: openDiscovery(egress, true) },
      { tokenUrl: `${origin}/token` },
      "",
      {},
    );
    const insecure = { ...provider, registrationUrl: `${origin}/register` };
    await expect(registerClient(egress, insecure, redirectUri, false)).rejects.toThrow(
      "registers no clients",
    );
  });
});
