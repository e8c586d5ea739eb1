import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { createToolset, sendRaw } from "../support/mcp-door.ts";
import { type ModernServer, openModernServer } from "../support/mcp-server.ts";
import { proves } from "../support/proves.ts";
import { plantSecret } from "../support/secrets.ts";

let server: ModernServer;
let caller: Actor;
let path: string;
let slug: string;
let calls = 0;
let whenCalled: (() => Promise<void>) | null = null;

beforeAll(async () => {
  server = await openModernServer(
    [{ name: "work", description: "Works.", inputSchema: { type: "object" as const } }],
    {
      work: async () => {
        calls++;
        await whenCalled?.();
        return { content: [{ type: "text", text: "done" }] };
      },
    },
  );
  slug = uniqueName("ends");
  await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: server.url }));
  caller = await hireActor();
  const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
    caller.post("/v1/connections", { applicationSlug: slug, fields: { token: plantSecret("ends") } }),
  );
  path = `/mcp/${(await createToolset(caller, connection, [`${slug}_work`])).toolsetId}`;
});
afterAll(() => server?.close());

/** Makes a key, which is deleted when the application is called. */
async function makeEndingKey(): Promise<string> {
  const { apiKey, apiKeyId } = await succeed<{ apiKey: string; apiKeyId: number }>(
    caller.post("/v1/apikeys", { name: "ends" }),
  );
  calls = 0;
  let deletion: Promise<unknown> | undefined;
  whenCalled = async () => {
    deletion ??= succeed(caller.delete(`/v1/apikeys/${apiKeyId}`));
    await deletion;
  };
  return apiKey;
}

test(
  "a call that runs when its key is deleted ends, and the next is refused",
  proves("agents.credential.ended"),
  async () => {
    const apiKey = await makeEndingKey();
    const client = new Client(
      { name: "acceptance", version: "1" },
      { versionNegotiation: { mode: "legacy" } },
    );
    const url = new URL(deployment().baseUrl + path);
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: { "x-api-key": apiKey } } }),
    );
    const call = () => client.callTool({ name: `${slug}_work`, arguments: {} });
    expect(await call()).toMatchObject({ content: [{ text: "done" }] });
    await expect(call()).rejects.toThrow(/401|Unauthorized|key/i);
    await expect(client.listTools()).rejects.toThrow();
    expect(calls).toBe(1);
    await client.close();
  },
);

test(
  "the calls left of a batch are refused when its key is deleted",
  proves("agents.credential.ended"),
  async () => {
    const apiKey = await makeEndingKey();
    const headers = { "x-api-key": apiKey, "mcp-protocol-version": "2025-03-26" };
    const batch = Array.from({ length: 12 }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: `${slug}_work`, arguments: {} },
    }));
    const { status, messages } = await sendRaw("POST", path, headers, batch);
    expect(status).toBe(200);
    const texts = messages.map(({ result }) => JSON.stringify(result));
    expect(texts.filter((text) => text.includes("done"))).toHaveLength(4);
    expect(texts.filter((text) => text.includes("UNAUTHORIZED"))).toHaveLength(8);
    expect(calls).toBe(4);
  },
);
