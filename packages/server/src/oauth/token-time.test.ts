import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";

const baseUrl = "http://localhost:4400";
const awayMs = 15 * 60_000;

let server: TestServer;
/** This server's machine is a quarter of an hour slow. */
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - awayMs });
  server = await openTestServer(baseUrl);
});
afterEach(() => vi.useRealTimers());
afterAll(() => server?.close());

test("a token of a server whose clock is slow is good at the others", async () => {
  const realMs = Date.now() + awayMs;
  const member = { kind: "service", fullName: "Agent", email: "agent@example.com", role: "Member" };
  const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", member);
  const { clientId, clientSecret } = await server.call<{ clientId: string; clientSecret: string }>(
    "POST",
    "/v1/clients",
    { name: "Agent", accountUserId, scopes: ["tools:read"] },
  );
  const response = await server.request("/oauth/token", {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
      host: "localhost:4400",
    },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      scope: "tools:read",
      resource: `${baseUrl}/v1`,
    }).toString(),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const [, payload = ""] = JSON.parse(text).access_token.split(".");
  const { iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(Math.abs(iat * 1000 - realMs)).toBeLessThan(60_000);
  expect(exp - iat).toBe(600);
  const { status } = await server.request("/v1/tools", {
    headers: { authorization: `Bearer ${JSON.parse(text).access_token}` },
  });
  expect(status).toBe(200);
});
