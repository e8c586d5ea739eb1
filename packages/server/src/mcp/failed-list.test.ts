import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { signIn } from "../../testing/sign-in.ts";

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});

afterAll(() => server.close());

test("a list that fails says the request's id, and nothing of the database", async () => {
  const connectionId = await signIn(server, { access_token: "token" });
  const connections = [{ connectionId, applicationSlug: "shop", toolSlugs: ["shop_list_items"] }];
  const { toolsetId } = await server.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
    name: "Agent",
    connections,
  });
  await server.database.pool.query("alter table tool rename column input_schema to gone");
  const response = await server.request(`/mcp/${toolsetId}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const text = await response.text();
  expect(text).toContain("The server failed.");
  expect(text).toContain(response.headers.get("x-request-id") ?? "none");
  expect(text).not.toContain("input_schema");
});
