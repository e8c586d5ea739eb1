import { randomBytes } from "node:crypto";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { inputRequired } from "@modelcontextprotocol/server";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { openCompany } from "../support/companies.ts";
import { deployment } from "../support/deployment.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import {
  type CallResult,
  type ClientKind,
  clientKinds,
  createToolset,
  newestRequest,
  newestRevision,
  sendRaw,
} from "../support/mcp-door.ts";
import { openModernServer } from "../support/mcp-server.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { acceptInvitation, hirePerson, invitePerson, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Approval, Connection, JsonObject, Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { createDatabase } from "../support/shared-database.ts";
import { startServer } from "../support/start-server.ts";

let downstream: Downstream;
let application: ImportedApplication;
/** Signed in as an Admin of the company. */
let admin: FormBrowser;

beforeAll(async () => {
  downstream = await startDownstream();
  application = await importDownstream(downstream);
  const { invitationUrl } = await invitePerson(theAdmin(), { role: "Admin" });
  admin = createFormBrowser();
  await acceptInvitation(admin, invitationUrl);
});
beforeEach(() => downstream.forget());
afterAll(() => downstream?.stop());

interface Agent {
  apiKey: string;
  path: string;
  tool: string;
  owner: Caller;
}

/** A member's agent whose calls all need an approval. */
async function hireAgent(owner: Caller, imported: ImportedApplication = application): Promise<Agent> {
  const { connectionId, applicationSlug } = await connect(owner, imported);
  const tool = imported.tool("create_item");
  const connections = [{ connectionId, applicationSlug, toolSlugs: [tool] }];
  const body = { name: "Held", connections, settings: { approvals: "all" } };
  const { toolsetId } = await succeed<Toolset>(owner.post("/v1/toolsets", body));
  const { apiKey } = await makeKey(owner, { name: "Agent", toolsetId });
  return { apiKey, path: `/mcp/${toolsetId}`, tool, owner };
}

type Show = (message: string, url: string) => Promise<"accept" | "decline" | "cancel">;

/** A real client that can show an address to its person. A call that older revisions refuse with an address shows it, too. */
async function openClient(
  kind: ClientKind,
  { apiKey, path }: Agent,
  show: Show | null,
  baseUrl = deployment().baseUrl,
): Promise<{ call(name: string, title: string): Promise<CallResult>; close(): Promise<void> }> {
  const url = new URL(baseUrl + path);
  const requestInit = { headers: { "x-api-key": apiKey } };
  const info = { name: "acceptance", version: "1" };
  const capabilities = show === null ? {} : { elicitation: { url: {} } };
  if (kind === "older SDK") {
    const client = new OlderClient(info, { capabilities });
    await client.connect(new OlderTransport(url, { requestInit }) as never);
    return {
      call: (name, title) =>
        client.callTool({ name, arguments: { title } }).catch(showRefused(show)) as Promise<CallResult>,
      close: () => client.close(),
    };
  }
  const mode = kind === "newest" ? { pin: newestRevision } : ("legacy" as const);
  const client = new ModernClient(info, { capabilities, versionNegotiation: { mode } });
  if (show !== null && kind === "newest") {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      expect(params.mode).toBe("url");
      return { action: await show(params.message, "url" in params ? params.url : "") };
    });
  }
  await client.connect(new ModernTransport(url, { requestInit }));
  return {
    call: (name, title) =>
      client.callTool({ name, arguments: { title } }).catch(showRefused(show)) as Promise<CallResult>,
    close: () => client.close(),
  };
}

/** Shows the address of an error -32042, and returns what the model would be told. */
const showRefused =
  (show: Show | null) =>
  async (error: {
    code: number;
    data?: { elicitations?: { message: string; url: string; mode: string }[] };
  }) => {
    const [asked] = error.data?.elicitations ?? [];
    if (error.code !== -32042 || asked === undefined || show === null) {
      throw error;
    }
    expect(asked.mode).toBe("url");
    await show(asked.message, asked.url);
    return { content: [{ type: "text", text: "shown" }], isError: true };
  };

const press = async (url: string, decision: RegExp, values: Record<string, string> = {}) => {
  const page = await admin.open(url);
  expect(page.text).toContain("Approve this call?");
  return admin.press(page, decision, values);
};

const textOf = ({ content }: CallResult): string => content.map(({ text = "" }) => text).join("\n");

describe.each(clientKinds)("the client %s", (kind) => {
  const isNewest = kind === "newest";

  test(
    "shows the address, and the call runs once when it was approved",
    proves("approvals.mcp"),
    async () => {
      const agent = await hireAgent(await hireActor());
      const shown: string[] = [];
      const client = await openClient(kind, agent, async (message, url) => {
        expect(message).toContain("approve");
        shown.push(url);
        await press(url, /^approve$/i);
        return "accept";
      });
      const first = await client.call(agent.tool, "Approved");
      // The newest revision makes the call again by itself.
      const result = isNewest ? first : await client.call(agent.tool, "Approved");
      expect(result.isError, textOf(result)).toBeFalsy();
      expect(downstream.requests).toHaveLength(1);
      expect(shown).toHaveLength(1);
      expect(new URL(shown[0] ?? "").pathname).toMatch(/^\/approvals\/[0-9a-f-]{36}$/);
      await client.call(agent.tool, "Approved");
      expect(shown).toHaveLength(2);
      expect(shown[1]).not.toBe(shown[0]);
      await client.close();
    },
  );

  test("tells the model of a denial, with the reason", proves("approvals.mcp.denied"), async () => {
    const agent = await hireAgent(await hireActor());
    let shown = 0;
    const client = await openClient(kind, agent, async (_message, url) => {
      shown++;
      await press(url, /^deny$/i, { reason: "Not this customer" });
      return "accept";
    });
    const first = await client.call(agent.tool, "Denied");
    const result = isNewest ? first : await client.call(agent.tool, "Denied");
    expect(result).toMatchObject({ isError: true, _meta: { "bowline/kind": "approvalRequired" } });
    expect(textOf(result)).toContain("Not this customer");
    expect(shown).toBe(1);
    expect(downstream.requests).toEqual([]);
    await client.close();
  });

  test(
    "without a way to show addresses gives the model the address",
    proves("approvals.mcp.text"),
    async () => {
      const agent = await hireAgent(await hireActor());
      const client = await openClient(kind, agent, null);
      const waiting = await client.call(agent.tool, "Told");
      expect(waiting.isError).toBe(true);
      const url = /http\S+\/approvals\/[0-9a-f-]{36}/.exec(textOf(waiting))?.[0] ?? "";
      await press(url, /^approve$/i);
      expect((await client.call(agent.tool, "Told")).isError).toBeFalsy();
      expect(downstream.requests).toHaveLength(1);
      await client.close();
    },
  );

  test("runs one of twenty equal calls at once", proves("approvals.mcp.once"), async () => {
    const agent = await hireAgent(await hireActor());
    const client = await openClient(kind, agent, null);
    const { _meta: meta } = await client.call(agent.tool, "Once");
    const id = String(meta?.["bowline/approvalId"]);
    await succeed(agent.owner.post(`/v1/approvals/${id}/Approve`));
    const results = await Promise.all(Array.from({ length: 20 }, () => client.call(agent.tool, "Once")));
    expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(downstream.requests).toHaveLength(1);
    const next = results.flatMap((one) => one._meta?.["bowline/approvalId"] ?? []);
    expect(new Set(next).size).toBe(1);
    expect(next).not.toContain(id);
    await client.close();
  });
});

test("a person who closes the address leaves the call waiting", proves("approvals.mcp"), async () => {
  const agent = await hireAgent(await hireActor());
  const client = await openClient("newest", agent, async () => "decline");
  const result = await client.call(agent.tool, "Left");
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("/approvals/");
  expect(downstream.requests).toEqual([]);
  await client.close();
});

test("another member approves nothing by the address", proves("approvals.mcp.who"), async () => {
  const agent = await hireAgent(await hireActor());
  const stranger = createFormBrowser();
  const client = await openClient("newest", agent, async (_message, url) => {
    const { origin, pathname } = new URL(url);
    const page = await signInAt(stranger, origin, await hirePerson(theAdmin()), pathname);
    expect(page.status).toBe(404);
    expect(page.text).not.toContain("Foreign");
    return "accept";
  });
  expect((await client.call(agent.tool, "Foreign")).isError).toBe(true);
  expect(downstream.requests).toEqual([]);
  await client.close();
});

test(
  "an approved call sends nothing that the person has not seen",
  proves("approvals.mcp.asks"),
  async () => {
    const schema = { type: "object" as const };
    const form = inputRequired.elicit({
      message: "Which one?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    const server = await openModernServer([{ name: "remove", inputSchema: schema }], {
      remove: async () => ({ ...inputRequired({ inputRequests: { form } }) }),
    });
    onTestFinished(() => server.close());
    const slug = uniqueName("asks");
    await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: server.url }));
    const owner = await hireActor();
    const connection = await succeed<Connection>(
      owner.post("/v1/connections", { applicationSlug: slug, fields: { token: plantSecret("asks") } }),
    );
    const { toolsetId } = await createToolset(owner, connection, [`${slug}_remove`], { approvals: "all" });
    const { apiKey } = await makeKey(owner, { name: "Agent", toolsetId });
    const callWith = async (members: JsonObject) => {
      const params = { name: `${slug}_remove`, arguments: {}, ...members };
      const { body, headers } = newestRequest("tools/call", params, { elicitation: { form: {} } });
      const { messages } = await sendRaw(
        "POST",
        `/mcp/${toolsetId}`,
        { ...headers, "x-api-key": apiKey },
        body,
      );
      return messages[0]?.result as unknown as CallResult;
    };
    for (const members of [
      {},
      { inputResponses: { form: { action: "accept", content: { name: "All" } } } },
    ]) {
      const { _meta: meta } = await callWith(members);
      await succeed(owner.post(`/v1/approvals/${meta?.["bowline/approvalId"]}/Approve`));
      const result = await callWith(members);
      expect(result).toMatchObject({ isError: true, _meta: { "bowline/kind": "toolError" } });
      expect(textOf(result)).toContain("which it cannot be given here");
    }
    const bodies = server.requests.map(({ body }) => body).filter((body) => body.includes("tools/call"));
    expect(bodies).toHaveLength(2);
    expect(bodies.join()).not.toMatch(/inputResponses|elicitation/);
  },
);

describeOwnServer("another company", () => {
  const own = useOwnServer();

  test("approves nothing, not even its Admin", proves("approvals.mcp.who"), async () => {
    const imported = await importDownstream(downstream, { admin: own.admin });
    const agent = await hireAgent(await own.hire(), imported);
    const foreign = await openCompany(own.server, "Other");
    const client = await openClient("newest", agent, null, own.server.baseUrl);
    const waiting = await client.call(agent.tool, "Foreign");
    const id = String(waiting._meta?.["bowline/approvalId"]);
    for (const verb of ["Approve", "Deny"]) {
      const body = verb === "Deny" ? {} : undefined;
      await refuse(foreign.caller.post(`/v1/approvals/${id}/${verb}`, body), "FORBIDDEN");
    }
    await refuse(foreign.caller.get(`/v1/approvals/${id}`), "FORBIDDEN");
    const page = await foreign.browser.open(`${own.server.baseUrl}/approvals/${id}`);
    expect(page.status).toBe(404);
    expect((await foreign.browser.open(`${own.server.baseUrl}/approvals`)).html).not.toContain(id);
    expect((await client.call(agent.tool, "Foreign")).isError).toBe(true);
    const { status } = await succeed<Approval>(own.admin.get(`/v1/approvals/${id}`));
    expect(status).toBe("waiting");
    expect(downstream.requests).toEqual([]);
    await client.close();
  });
});

describeOwnServer("time", () => {
  test("ends a request, and an approval that was not used", proves("approvals.mcp.expired"), async () => {
    await using database = await createDatabase("migrated");
    const masterKey = randomBytes(32).toString("base64");
    await using server = await startServer({ DATABASE_URL: database.url, BOWLINE_MASTER_KEY: masterKey });
    const own = createKeyCaller(server.adminApiKey, server);
    const imported = await importDownstream(downstream, { admin: own });
    const agent = await hireAgent(own, imported);
    const client = await openClient("newest", agent, null, server.baseUrl);
    const ask = async () => String((await client.call(agent.tool, "Late"))._meta?.["bowline/approvalId"]);
    const pass = async (minutes: number) => {
      const connection = new pg.Client({ connectionString: database.url });
      await connection.connect();
      await connection.query("update approval set expires_date = expires_date - make_interval(mins => $1)", [
        minutes,
      ]);
      await connection.end();
    };
    const first = await ask();
    await pass(60);
    await refuse(own.post(`/v1/approvals/${first}/Approve`), "CONFLICT");
    const second = await ask();
    expect(second).not.toBe(first);
    await succeed(own.post(`/v1/approvals/${second}/Approve`));
    await pass(60);
    const third = await ask();
    expect([first, second]).not.toContain(third);
    await succeed(own.post(`/v1/approvals/${third}/Approve`));
    await pass(59);
    expect((await client.call(agent.tool, "Late")).isError).toBeFalsy();
    expect(downstream.requests).toHaveLength(1);
    await client.close();
  });
});
