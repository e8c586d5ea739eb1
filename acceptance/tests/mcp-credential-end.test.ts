import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { inputRequired } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getTokens, signInPerson } from "../authorization-server/support/person-flow.ts";
import { makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { createToolset, newestRevision, sendRaw } from "../support/mcp-door.ts";
import { type ModernServer, openModernServer } from "../support/mcp-server.ts";
import { proves } from "../support/proves.ts";
import type { ListOf } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

let server: ModernServer;
let slug: string;
/** How often the application was called since the test began. */
let calls = 0;
let whenCalled: (() => Promise<unknown>) | null = null;

const schema = { type: "object" as const };
const form = inputRequired({
  inputRequests: {
    form: inputRequired.elicit({
      message: "What is your name?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    }),
  },
});

beforeAll(async () => {
  const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: schema });
  server = await openModernServer([tool("work"), tool("ask")], {
    work: async () => {
      calls++;
      await whenCalled?.();
      return { content: [{ type: "text", text: "done" }] };
    },
    ask: async () => {
      calls++;
      return { ...form };
    },
  });
  slug = uniqueName("ends");
  await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: server.url }));
});
afterAll(() => server?.close());
beforeEach(() => {
  calls = 0;
  whenCalled = null;
});

/** A toolset of a person, and what lets an agent use it. */
async function makeAgent() {
  const person = await signInPerson("Admin");
  const { accountUserId } = person;
  const { caller } = await getTokens(person, {
    scope: "connections:read connections:write toolsets:read toolsets:write admin",
  });
  const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
    caller.post("/v1/connections", { applicationSlug: slug, fields: { token: plantSecret("ends") } }),
  );
  const { toolsetId } = await createToolset(caller, connection, [`${slug}_work`, `${slug}_ask`]);
  return { person, accountUserId, caller, connection, toolsetId, path: `/mcp/${toolsetId}` };
}

type Agent = Awaited<ReturnType<typeof makeAgent>>;

/** What the agent sends, and what ends it. */
interface Access {
  headers: Record<string, string>;
  end(): Promise<unknown>;
}

async function giveKey({ caller, toolsetId }: Agent): Promise<Access> {
  const { apiKey, apiKeyId } = await makeKey(caller, { name: "ends", toolsetId });
  const end = () => succeed(caller.delete(`/v1/apikeys/${apiKeyId}`));
  return { headers: { "x-api-key": apiKey }, end };
}

async function giveTokens({ person, path }: Agent) {
  const { tokens, configuration } = await getTokens(person, {
    scope: "tools:read tools:execute offline_access",
    resource: deployment().baseUrl + path,
  });
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return { headers, tokens, clientId: configuration.clientMetadata().client_id };
}

/** Each gives an agent an access and a way to end it. A key that is limited to a toolset ends with it. */
const endings: Record<string, (agent: Agent) => Promise<Access>> = {
  "its key is deleted": giveKey,
  "its program gives its tokens back": async (agent) => {
    const { headers, tokens, clientId } = await giveTokens(agent);
    const body = new URLSearchParams({ token: tokens.refresh_token ?? "", client_id: clientId });
    const revoke = () => fetch(`${deployment().baseUrl}/oauth/revoke`, { method: "POST", body });
    return { headers, end: async () => expect((await revoke()).status).toBe(200) };
  },
  "its grant is withdrawn": async (agent) => {
    const { headers } = await giveTokens(agent);
    const { items } = await succeed<ListOf<{ grantId: number; resource: string }>>(
      agent.caller.get("/v1/grants", { top: 1000 }),
    );
    const grant = items.find(({ resource }) => resource.endsWith(agent.path));
    return { headers, end: () => succeed(agent.caller.delete(`/v1/grants/${grant?.grantId}`)) };
  },
  "its member is removed": async (agent) => {
    const { headers } = await giveKey(agent);
    return { headers, end: () => succeed(theAdmin().delete(`/v1/members/${agent.accountUserId}`)) };
  },
  "its toolset is deleted": async (agent) => {
    const { headers } = await giveKey(agent);
    return { headers, end: () => succeed(agent.caller.delete(`/v1/toolsets/${agent.toolsetId}`)) };
  },
};

async function openClient(
  { path }: Agent,
  access: { headers: Record<string, string> },
  mode: "legacy" | { pin: string } = "legacy",
): Promise<Client> {
  const client = new Client(
    { name: "acceptance", version: "1" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode } },
  );
  const url = new URL(deployment().baseUrl + path);
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(access.headers)) {
      headers.set(name, value);
    }
    return fetch(input, { ...init, headers });
  };
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: send }));
  return client;
}

const batchOf = (operation: string) =>
  Array.from({ length: 12 }, (_, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: `${slug}_${operation}`, arguments: {} },
  }));

describe.each(Object.entries(endings))("when %s", (_, give) => {
  test("a call that runs ends, and the next is refused", proves("agents.credential.ended"), async () => {
    const agent = await makeAgent();
    const access = await give(agent);
    const client = await openClient(agent, access);
    whenCalled = access.end;
    const call = () => client.callTool({ name: `${slug}_work`, arguments: {} });
    expect(await call()).toMatchObject({ content: [{ text: "done" }] });
    await expect(call()).rejects.toThrow();
    await expect(client.listTools()).rejects.toThrow();
    expect(calls).toBe(1);
    await client.close();
  });

  test("the calls left of a batch are refused", proves("agents.credential.ended"), async () => {
    const agent = await makeAgent();
    const { headers, end } = await give(agent);
    let ended: Promise<unknown> | undefined;
    whenCalled = () => {
      ended ??= end();
      return ended;
    };
    const revision = { "mcp-protocol-version": "2025-03-26" };
    const { status, messages } = await sendRaw(
      "POST",
      agent.path,
      { ...headers, ...revision },
      batchOf("work"),
    );
    expect(status).toBe(200);
    const texts = messages.map(({ result }) => JSON.stringify(result));
    expect(texts.filter((text) => text.includes("done"))).toHaveLength(4);
    expect(texts.filter((text) => text.includes("UNAUTHORIZED"))).toHaveLength(8);
    expect(calls).toBe(4);
  });

  test("a form that is filled in goes nowhere", proves("agents.credential.ended"), async () => {
    const agent = await makeAgent();
    const access = await give(agent);
    const client = await openClient(agent, access, { pin: newestRevision });
    client.setRequestHandler("elicitation/create", async () => {
      await access.end();
      return { action: "accept", content: { name: "Ada" } };
    });
    await expect(client.callTool({ name: `${slug}_ask`, arguments: {} })).rejects.toThrow();
    expect(calls).toBe(1);
    await client.close();
  });
});

test(
  "a form that comes with another key does not go on with a call whose key is deleted",
  proves("agents.credential.ended"),
  async () => {
    const agent = await makeAgent();
    const { headers, end } = await giveKey(agent);
    const other = await giveKey(agent);
    const access = { headers };
    const client = await openClient(agent, access);
    client.setRequestHandler("elicitation/create", async () => {
      await end();
      access.headers = other.headers;
      return { action: "accept", content: { name: "Ada" } };
    });
    const result = await client.callTool({ name: `${slug}_ask`, arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("UNAUTHORIZED");
    expect(calls).toBe(1);
    await client.close();
  },
);

test(
  "the calls left of a batch are refused when the toolset loses their tool",
  proves("agents.credential.ended"),
  async () => {
    const agent = await makeAgent();
    const { caller, connection, toolsetId, path } = agent;
    const { headers } = await giveKey(agent);
    const { connectionId } = connection;
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [`${slug}_ask`] }];
    let ended: Promise<unknown> | undefined;
    whenCalled = () => {
      ended ??= succeed(caller.patch(`/v1/toolsets/${toolsetId}`, { connections }));
      return ended;
    };
    const revision = { "mcp-protocol-version": "2025-03-26" };
    const { messages } = await sendRaw("POST", path, { ...headers, ...revision }, batchOf("work"));
    expect(messages.filter((message) => JSON.stringify(message).includes("done"))).toHaveLength(4);
    expect(messages).toHaveLength(12);
    expect(calls).toBe(4);
  },
);

test(
  "the calls left of a batch are refused when their connection leaves the toolset, also with a default one",
  proves("agents.toolset.left"),
  async () => {
    const { caller, connection, toolsetId, path } = await makeAgent();
    await succeed(caller.put(`/v1/connections/${connection.connectionId}/Default`));
    const { apiKey } = await makeKey(caller, { name: "Not limited to the toolset" });
    let ended: Promise<unknown> | undefined;
    whenCalled = () => {
      ended ??= succeed(caller.patch(`/v1/toolsets/${toolsetId}`, { connections: [] }));
      return ended;
    };
    const headers = { "x-api-key": apiKey, "mcp-protocol-version": "2025-03-26" };
    const { messages } = await sendRaw("POST", path, headers, batchOf("work"));
    const texts = messages.map((message) => JSON.stringify(message));
    expect(texts.filter((text) => text.includes("done"))).toHaveLength(4);
    expect(texts.filter((text) => text.includes(`There is no tool \\"${slug}_work\\" here.`))).toHaveLength(
      8,
    );
    expect(calls).toBe(4);
  },
);

test.each(["legacy", { pin: newestRevision }] as const)(
  "a form that is filled in goes nowhere when the toolset has lost the tool meanwhile: %j",
  proves("agents.toolset.left"),
  async (mode) => {
    const agent = await makeAgent();
    const { caller, toolsetId } = agent;
    const client = await openClient(agent, await giveKey(agent), mode);
    client.setRequestHandler("elicitation/create", async () => {
      await succeed(caller.patch(`/v1/toolsets/${toolsetId}`, { connections: [] }));
      return { action: "accept", content: { name: "Ada" } };
    });
    await expect(client.callTool({ name: `${slug}_ask`, arguments: {} })).rejects.toThrow("There is no tool");
    expect(calls).toBe(1);
    await client.close();
  },
);
