import { auth, createMCPClient } from "@ai-sdk/mcp";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type ImportedApplication, importDownstream } from "../../support/applications.ts";
import { type Caller, succeed } from "../../support/caller.ts";
import { type Downstream, startDownstream } from "../../support/downstream.ts";
import { proves } from "../../support/proves.ts";
import type { Toolset } from "../../support/records.ts";
import { createMemoryProvider, type MemoryProvider } from "../support/memory-provider.ts";
import {
  type Choice,
  getTokens,
  type SignedInPerson,
  sendConsent,
  signInPerson,
} from "../support/person-flow.ts";
import { readIssuer } from "../support/token-client.ts";

const info = { name: "Editor", version: "1" };
const scope = "tools:read connections:read connections:write toolsets:read toolsets:write";
let downstream: Downstream;
let application: ImportedApplication;
let person: SignedInPerson;
let caller: Caller;
let issuer: string;
let toolset: Toolset;
let tool: string;

beforeAll(async () => {
  issuer = await readIssuer();
  downstream = await startDownstream();
  application = await importDownstream(downstream);
  tool = application.tool("get_item");
  person = await signInPerson();
  ({ caller } = await getTokens(person, { scope }));
  const { connectionId } = await connect(caller, application, { isDefault: true });
  const connections = [{ connectionId, applicationSlug: application.slug, toolSlugs: [tool] }];
  toolset = await succeed(caller.post("/v1/toolsets", { name: "For editors", connections }));
});

afterAll(() => downstream?.stop());

/** How an SDK signs in: an attempt, which is refused, and the redemption of what the browser brings back. */
interface SigningIn {
  /** Connects, lists the tools and calls the one. Rejects when a person has to sign in first. */
  use(): Promise<{ names: string[]; output: string }>;
  finish(callback: URL): Promise<void>;
}

const call = () => ({ name: tool, arguments: { itemId: 7 } });

const clients: Record<string, (url: URL, memory: MemoryProvider) => SigningIn> = {
  "@modelcontextprotocol/client": (url, { provider }) => {
    const open = () => new ModernTransport(url, { authProvider: provider });
    let transport = open();
    return {
      async use() {
        const client = new ModernClient(info, { capabilities: {} });
        transport = open();
        await client.connect(transport);
        const { tools } = await client.listTools();
        const result = await client.callTool(call());
        await client.close();
        return { names: tools.map(({ name }) => name), output: JSON.stringify(result) };
      },
      finish: (callback) => transport.finishAuth(callback.searchParams),
    };
  },
  "@modelcontextprotocol/sdk": (url, { provider }) => {
    const open = () => new OlderTransport(url, { authProvider: provider as never });
    let transport = open();
    return {
      async use() {
        const client = new OlderClient(info, { capabilities: {} });
        transport = open();
        await client.connect(transport as never);
        const { tools } = await client.listTools();
        const result = await client.callTool(call());
        await client.close();
        return { names: tools.map(({ name }) => name), output: JSON.stringify(result) };
      },
      finish: (callback) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
    };
  },
  "@ai-sdk/mcp": (url, { provider }) => ({
    async use() {
      const client = await createMCPClient({
        transport: { type: "http", url: url.href, authProvider: provider as never },
      });
      const tools = await client.tools();
      const options = { toolCallId: "1", messages: [], context: {} };
      const result = await tools[tool]?.execute({ itemId: 7 }, options as never);
      await client.close();
      return { names: Object.keys(tools), output: JSON.stringify(result) };
    },
    async finish(callback) {
      const authorizationCode = callback.searchParams.get("code") ?? "";
      await auth(provider as never, { serverUrl: url, authorizationCode });
    },
  }),
};

describe.each(Object.entries(clients))("%s", (_, createClient) => {
  async function signIn(path: string, choice: Choice = {}) {
    const memory = createMemoryProvider();
    const client = createClient(new URL(issuer + path), memory);
    await expect(client.use()).rejects.toThrow();
    const page = await person.browser.open(memory.findAuthorizationUrl().href);
    const callback = page.status === 0 ? page : await sendConsent(person.browser, page, choice);
    await client.finish(new URL(callback.url));
    return { memory, client };
  }

  test(
    "registers itself, signs a person in and calls a tool",
    proves("clients.sign-in", "clients.sign-in.refresh"),
    async () => {
      const { memory, client } = await signIn(`/mcp/${toolset.toolsetId}`);
      const used = await client.use();
      expect(used.names).toEqual([tool]);
      expect(used.output).toContain("Item 7");

      const { refresh_token: refreshToken } = memory.readTokens();
      memory.spoilAccessToken();
      expect((await client.use()).output).toContain("Item 7");
      expect(memory.readTokens().refresh_token).not.toBe(refreshToken);
    },
  );

  test(
    "gets the tools of the toolset that the person chose, at /mcp",
    proves("clients.sign-in.toolset"),
    async () => {
      const { client } = await signIn("/mcp", { toolsetId: toolset.toolsetId });
      const used = await client.use();
      expect(used.names).toEqual([tool]);
      expect(used.output).toContain("Item 7");
    },
  );

  test("has to sign in again after its grant was revoked", proves("clients.sign-in.revoked"), async () => {
    const { memory, client } = await signIn(`/mcp/${toolset.toolsetId}`);
    await client.use();
    const revoked = await fetch(`${issuer}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams({
        token: memory.readTokens().refresh_token ?? "",
        client_id: memory.readClientId(),
      }),
    });
    expect(revoked.status).toBe(200);
    await expect(client.use()).rejects.toThrow();
  });
});
