import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, makeKey } from "../support/actors.ts";
import { connect, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { at } from "../support/at.ts";
import { type Caller, createCaller, createKeyCaller, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { createDatabase, type SharedDatabase } from "../support/shared-database.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";

const revision = "2025-11-25";
/** The address of the proxy before the servers. */
const baseUrl = "https://bowline.example.com";
const host = { host: "bowline.example.com" };

describeOwnServer("three servers on one database", () => {
  let downstream: Downstream;
  let database: SharedDatabase;
  let servers: StartedServer[];
  /** One Admin as a caller of each server. */
  let admins: Caller[];
  let actor: Actor;
  let application: ImportedApplication;
  let toolset: Toolset;
  let tool: string;
  let connectionId: number;

  beforeAll(async () => {
    downstream = await startDownstream();
    database = await createDatabase("migrated");
    const settings = {
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
      BOWLINE_BASE_URL: baseUrl,
    };
    const first = await startServer(settings);
    servers = [first, await startServer(settings), await startServer(settings)];
    const admin = createKeyCaller(first.adminApiKey, first);
    actor = await hireActor({ role: "Admin", admin, target: first });
    admins = servers.map((server) => createKeyCaller(actor.apiKey, server));
    application = await importDownstream(downstream, { admin: at(admins, 0) });
    tool = application.tool("get_item");
    ({ connectionId } = await connect(at(admins, 0), application));
    const connections = permit([tool]);
    toolset = await succeed(at(admins, 0).post("/v1/toolsets", { name: "Shared", connections }));
  });

  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server[Symbol.asyncDispose]()));
    await database?.[Symbol.asyncDispose]();
    await downstream?.stop();
  });

  const permit = (toolSlugs: string[]) => [{ connectionId, applicationSlug: application.slug, toolSlugs }];
  const path = () => `/mcp/${toolset.toolsetId}`;

  test("refuse a key on both doors once it was deleted on one", proves("clients.nodes.key"), async () => {
    for (const [number, admin] of admins.entries()) {
      const { apiKey, apiKeyId } = await makeKey(admin, {
        name: `Key ${number}`,
        toolsetId: toolset.toolsetId,
      });
      const callers = servers.map((server) => createKeyCaller(apiKey, server));
      const bearers = servers.map((server) => createCaller({ authorization: `Bearer ${apiKey}` }, server));
      const readStatuses = () =>
        Promise.all([
          ...callers.map((caller) => call(caller)),
          ...bearers.map((caller) => call(caller)),
          ...callers.map((caller) => caller.get(`/v1/toolsets/${toolset.toolsetId}`)),
        ]).then((responses) => [...new Set(responses.map(({ status }) => status))]);
      expect(await readStatuses()).toEqual([200]);
      await succeed(admin.delete(`/v1/apikeys/${apiKeyId}`));
      expect(await readStatuses()).toEqual([401]);
      downstream.forget();
      expect(await readStatuses()).toEqual([401]);
      expect(downstream.requests).toEqual([]);
    }
  });

  test("list the same tools once the toolset was changed on one", proves("clients.nodes.list"), async () => {
    const other = application.tool("list_items");
    for (const [number, toolSlugs] of [[tool, other], [other], [tool]].entries()) {
      const connections = permit(toolSlugs);
      await succeed(at(admins, number).patch(`/v1/toolsets/${toolset.toolsetId}`, { connections }));
      for (const admin of admins) {
        const readNames = async () => {
          const { text } = await send(admin, message("tools/list"));
          return [tool, other].filter((name) => text.includes(`"name":"${name}"`));
        };
        expect(await readNames()).toEqual(toolSlugs);
      }
    }
  });

  test(
    "refuse a token on both doors once its client was deleted on one",
    proves("clients.nodes.token"),
    async () => {
      const { toolsetId } = toolset;
      const { accountUserId } = actor;
      for (const [number, admin] of admins.entries()) {
        const scopes = ["tools:read", "tools:execute", "toolsets:read"];
        const client = await succeed<NewClient>(
          admin.post("/v1/clients", { name: `Client ${number}`, accountUserId, scopes }),
        );
        const forApi = await Promise.all(
          servers.map((server) => getToken(server, client, `${baseUrl}/v1`, scopes)),
        );
        const forMcp = await Promise.all(
          servers.map((server) => getToken(server, client, `${baseUrl}/mcp/${toolsetId}`, scopes)),
        );
        const readStatuses = async () => {
          const responses = await Promise.all([
            ...servers.flatMap((server) => forMcp.map((token) => call(withToken(server, token)))),
            ...servers.flatMap((server) =>
              forApi.map((token) => withToken(server, token).get(`/v1/toolsets/${toolsetId}`)),
            ),
          ]);
          return [...new Set(responses.map(({ status }) => status))];
        };
        expect(await readStatuses()).toEqual([200]);
        await succeed(admin.delete(`/v1/clients/${client.clientId}`));
        expect(await readStatuses()).toEqual([401]);
        downstream.forget();
        expect(await readStatuses()).toEqual([401]);
        expect(downstream.requests).toEqual([]);
      }
    },
  );

  test("serve a session that was begun on another", proves("clients.nodes.session"), async () => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const begun = await send(at(admins, 0), message("initialize", params));
    const session = begun.headers["mcp-session-id"] ?? "";
    for (const admin of admins) {
      const { status, text } = await send(admin, callMessage(), { "mcp-session-id": session });
      expect(status, text).toBe(200);
      expect(text).toContain("Item 7");
    }
  });

  const send = (caller: Caller, body: object, headers: Record<string, string> = {}) =>
    caller.send("POST", path(), {
      body,
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": revision,
        ...host,
        ...headers,
      },
    });
  const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
  const callMessage = () => message("tools/call", { name: tool, arguments: { itemId: 7 } });
  const call = (caller: Caller) => send(caller, callMessage());
});

interface NewClient {
  clientId: string;
  clientSecret: string;
}

const withToken = (server: StartedServer, token: string) =>
  createCaller({ authorization: `Bearer ${token}` }, server);

/** Gets a token for a resource at one of the servers (RFC 6749 §4.4, RFC 8707). */
async function getToken(
  server: StartedServer,
  { clientId, clientSecret }: NewClient,
  resource: string,
  scopes: readonly string[],
): Promise<string> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const body = { grant_type: "client_credentials", scope: scopes.join(" "), resource };
  const { status, text } = await createCaller({}, server).send("POST", "/oauth/token", {
    rawBody: new URLSearchParams(body).toString(),
    headers: {
      authorization: `Basic ${credentials}`,
      "content-type": "application/x-www-form-urlencoded",
      ...host,
    },
  });
  expect(status, text).toBe(200);
  return JSON.parse(text).access_token;
}
