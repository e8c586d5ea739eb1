import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type ImportedApplication, importDownstream } from "../../support/applications.ts";
import { type Caller, succeed } from "../../support/caller.ts";
import { type Downstream, startDownstream } from "../../support/downstream.ts";
import { mcpClients } from "../../support/mcp-clients.ts";
import { proves } from "../../support/proves.ts";
import type { Toolset } from "../../support/records.ts";
import { createMemoryProvider } from "../support/memory-provider.ts";
import {
  type Choice,
  getTokens,
  type SignedInPerson,
  sendConsent,
  signInPerson,
} from "../support/person-flow.ts";
import { signingClients } from "../support/signing-clients.ts";
import { readIssuer } from "../support/token-client.ts";

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

describe.each(Object.entries(signingClients))("%s", (_, createClient) => {
  async function signIn(path: string, choice: Choice = {}, origin = issuer) {
    const memory = createMemoryProvider();
    const client = createClient(new URL(origin + path), memory);
    await expect(client.use(tool)).rejects.toThrow();
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
      const used = await client.use(tool);
      expect(used.names).toEqual([tool]);
      expect(used.output).toContain("Item 7");

      const { refresh_token: refreshToken } = memory.readTokens();
      memory.spoilAccessToken();
      expect((await client.use(tool)).output).toContain("Item 7");
      expect(memory.readTokens().refresh_token).not.toBe(refreshToken);
    },
  );

  test(
    "gets the tools of the toolset that the person chose, at /mcp",
    proves("clients.sign-in.toolset"),
    async () => {
      const { client } = await signIn("/mcp", { toolsetId: toolset.toolsetId });
      const used = await client.use(tool);
      expect(used.names).toEqual([tool]);
      expect(used.output).toContain("Item 7");
    },
  );

  test.each(["localhost", "127.0.0.1"])(
    "signs a person in at %s, whichever name the server has",
    proves("clients.sign-in.loopback"),
    async (hostname) => {
      const origin = new URL(issuer);
      origin.hostname = hostname;
      const { client } = await signIn(`/mcp/${toolset.toolsetId}`, {}, origin.origin);
      expect((await client.use(tool)).names).toEqual([tool]);
    },
  );

  test("has to sign in again after its grant was revoked", proves("clients.sign-in.revoked"), async () => {
    const { memory, client } = await signIn(`/mcp/${toolset.toolsetId}`);
    await client.use(tool);
    const revoked = await fetch(`${issuer}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams({
        token: memory.readTokens().refresh_token ?? "",
        client_id: memory.readClientId(),
      }),
    });
    expect(revoked.status).toBe(200);
    await expect(client.use(tool)).rejects.toThrow();
  });
});

test(
  "the newest client gets a further scope when a call needs it, and keeps the others",
  proves("clients.sign-in.step-up"),
  async () => {
    const url = new URL(`${issuer}/mcp`);
    const memory = createMemoryProvider();
    let transport: StreamableHTTPClientTransport;
    const call = async (name: string, input: Record<string, unknown>) => {
      const client = new Client({ name: "Editor", version: "1" }, { capabilities: {} });
      transport = new StreamableHTTPClientTransport(url, { authProvider: memory.provider });
      try {
        await client.connect(transport);
        return JSON.stringify(await client.callTool({ name, arguments: input }));
      } finally {
        await client.close();
      }
    };
    const allow = async () => {
      const page = await person.browser.open(memory.findAuthorizationUrl().href);
      const callback = await sendConsent(person.browser, page);
      await transport.finishAuth(new URL(callback.url).searchParams);
    };
    await expect(call("bowline_list_connections", {})).rejects.toThrow();
    await allow();
    expect(await call("bowline_list_connections", {})).toContain(application.slug);
    // Making a link needs a scope that the client did not name when it registered itself.
    const connectIt = () => call("bowline_connect", { applicationSlug: application.slug });
    await expect(connectIt()).rejects.toThrow();
    await allow();
    expect(await connectIt()).toContain("connectUrl");
    expect(await call("bowline_list_connections", {})).toContain(application.slug);
  },
);

test("the Inspector's command line uses a token", proves("clients.sign-in.token"), async () => {
  const resource = `${issuer}/mcp/${toolset.toolsetId}`;
  const { tokens } = await getTokens(person, { scope: "tools:read tools:execute", resource });
  const connectInspector = mcpClients["@modelcontextprotocol/inspector"];
  const client = await connectInspector?.({
    url: resource,
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  });
  expect((await client?.list())?.map(({ name }) => name)).toEqual([tool]);
  expect(await client?.call(tool, { itemId: 7 })).toContain("Item 7");
});
