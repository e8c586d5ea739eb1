import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultServer, openFaultServer, respondWith } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";

let provider: FaultServer;
let server: TestServer;

beforeAll(async () => {
  provider = await openFaultServer();
  server = await openTestServer("http://localhost:4400", {
    BOWLINE_SIGN_IN_ISSUER: provider.url,
    BOWLINE_SIGN_IN_CLIENT_ID: "bowline",
    BOWLINE_SIGN_IN_CLIENT_SECRET: "secret",
  });
});

afterAll(async () => {
  await server?.close();
  await provider?.close();
});

test.each([204, 304, 404, 503, 600, 999])(
  "a discovery document with the status %i is a failure of the sign-in server, not ours",
  async (status) => {
    provider.on("/.well-known/openid-configuration", respondWith(status, {}, ""));
    const response = await server.request("/signin/provider");
    expect(await response.text()).toContain("The response of the sign-in server is invalid");
    expect(response.status).toBe(400);
  },
);
