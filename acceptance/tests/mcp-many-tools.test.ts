import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { type HostileMcpServer, startHostileMcpServer } from "../support/hostile-mcp-server.ts";
import { clientKinds, connectClient } from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const count = 500;
/** It lists its tools on one page. */
let server: HostileMcpServer;
let caller: Actor;
let connectionId: number;
let toolSlugs: string[];
let toolset: Toolset;

beforeAll(async () => {
  const names = Array.from({ length: count }, (_, index) => `tool_${String(index).padStart(3, "0")}`);
  const properties = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `member_${index}`,
      { type: "string", description: `Says what the tool needs to know of part ${index}. `.repeat(3) },
    ]),
  );
  server = await startHostileMcpServer(deployment().downstreamHost);
  server.tools = names.map((name) => ({
    name,
    description: `Does the work of ${name}. `.repeat(5),
    inputSchema: { type: "object", properties },
  }));
  const slug = uniqueName("many");
  await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: server.url }));
  caller = await hireActor();
  ({ connectionId } = await succeed<{ connectionId: number }>(
    caller.post("/v1/connections", { applicationSlug: slug, fields: { token: plantSecret("many") } }),
  ));
  toolSlugs = names.map((name) => `${slug}_${name}`);
  toolset = await succeed<Toolset>(
    caller.post("/v1/toolsets", {
      name: "Many",
      connections: [{ connectionId, applicationSlug: slug, toolSlugs }],
    }),
  );
});
afterAll(() => server?.close());

describe.each(clientKinds)("the client %s sees", (kind) => {
  test("all tools of a large toolset, and a change at once", proves("agents.list.long"), async () => {
    // A client of the newest revision keeps a list for as long as it says, so each is a new one.
    const list = async () => {
      const path = `/mcp/${toolset.toolsetId}`;
      const client = await connectClient(kind, path, { "x-api-key": caller.apiKey });
      const tools = await client.list().finally(() => client.close());
      return tools.map(({ name }) => name);
    };
    const change = async (slugs: string[]) => {
      const connections = [{ ...toolset.connections[0], toolSlugs: slugs }];
      await succeed(caller.patch(`/v1/toolsets/${toolset.toolsetId}`, { connections }));
    };
    expect(await list()).toEqual(toolSlugs);
    await change(toolSlugs.slice(1));
    expect(await list()).toEqual(toolSlugs.slice(1));
    await change(toolSlugs);
    expect(await list()).toEqual(toolSlugs);
  });
});
