import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { type McpClient, mcpClients } from "../support/mcp-clients.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { findApiKey, findSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let url: string;
let apiKey: string;
let slugs: string[];

beforeAll(async () => {
  slugs = ["get_item", "list_items", "create_item", "get_status"].map(bench.tool).toSorted();
  const { connectionId } = bench.connection;
  const toolset = await succeed<Toolset>(
    bench.caller.post("/v1/toolsets", {
      name: "For agents",
      connections: [{ connectionId, applicationSlug: bench.application.slug, toolSlugs: slugs }],
    }),
  );
  url = `${deployment().baseUrl}/mcp/${toolset.toolsetId}`;
  // The key of an agent, as the guide advises.
  ({ apiKey } = await makeKey(bench.caller, { name: "Agent", toolsetId: toolset.toolsetId }));
});

beforeEach(() => bench.downstream.forget());

describe.each(Object.entries(mcpClients))("%s", (_, connectClient) => {
  const clients: McpClient[] = [];
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  async function open(headers: Record<string, string>, address = url): Promise<McpClient> {
    const client = await connectClient({ url: address, headers });
    clients.push(client);
    return client;
  }

  const headersByName: Record<string, () => Record<string, string>> = {
    "x-api-key": () => ({ "x-api-key": apiKey }),
    authorization: () => ({ Authorization: `Bearer ${apiKey}` }),
  };

  test.each(Object.entries(headersByName))(
    "lists a toolset's tools and calls one, with the key in %s",
    proves("clients.key", "clients.descriptions"),
    async (_header, headers) => {
      const client = await open(headers());
      const tools = await client.list();
      expect(tools.map(({ name }) => name).toSorted()).toEqual(slugs);
      const tool = tools.find(({ name }) => name === bench.tool("create_item"));
      expect(tool?.description).toContain("Create an item");
      expect(tool?.members.toSorted()).toEqual(["amount", "due", "lines", "title"]);
      const output = await client.call(bench.tool("get_item"), { itemId: 7 });
      expect([findSecret(output), findApiKey(output)]).toEqual([null, null]);
      expect(JSON.parse(output)).toEqual({ id: 7, name: "Item 7" });
    },
  );

  test("sends objects and lists", proves("clients.nested"), async () => {
    const client = await open({ "x-api-key": apiKey });
    const input = { title: "A cup", amount: 2.5, lines: [{ sku: "a", count: 2 }, { sku: "b" }] };
    await client.call(bench.tool("create_item"), input);
    const [arrived] = bench.downstream.requests;
    expect(JSON.parse(arrived?.body.toString() ?? "")).toEqual(input);
  });

  test("tells the model what failed", proves("clients.failure"), async () => {
    const client = await open({ "x-api-key": apiKey });
    // Some clients return the text of a failure, others throw it.
    const told = await client
      .call(bench.tool("get_status"), { code: 503 })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    expect(told).toContain("503");
  });

  test("uses the tools of /mcp", proves("clients.meta"), async () => {
    const client = await open({ "x-api-key": bench.caller.apiKey }, `${deployment().baseUrl}/mcp`);
    const names = (await client.list()).map(({ name }) => name);
    expect(names).toContain("bowline_search_tools");
    const output = await client.call("bowline_execute_tool", {
      toolSlug: bench.tool("get_item"),
      fields: { itemId: 8 },
    });
    expect(output).toContain("Item 8");
  });

  test("reports a wrong key", proves("clients.refused"), async () => {
    const wrong = `${apiKey.slice(0, -4)}0000`;
    const list = async () => (await open({ "x-api-key": wrong })).list();
    await expect(list()).rejects.toThrow();
  });
});
