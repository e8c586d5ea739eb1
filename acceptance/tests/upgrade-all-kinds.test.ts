import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as client from "openid-client";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTokenCaller, discover } from "../authorization-server/support/token-client.ts";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { execute } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { openFixedAddress } from "../support/fixed-address.ts";
import { type FixtureWorld, startFixtureWorld } from "../support/fixture-world.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { acceptInvitation, isSignedIn } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Approval, Connection, JsonObject, ListOf, Toolset } from "../support/records.ts";
import { createDatabase } from "../support/shared-database.ts";
import { startServer } from "../support/start-server.ts";
import {
  agentRefreshToken,
  baseUrl,
  connectUrl,
  createUsedFiles,
  editorId,
  job,
  keys,
  masterKey,
  pendingState,
  restoreUsedDatabase,
  secondCompanyInvitation,
  session,
  toolsetId,
  type UsedDatabase,
  usedDatabase,
  worldPort,
} from "../support/used-database.ts";

interface Fixture extends UsedDatabase {
  keys: { admin: string; person: string };
  toolsetId: string;
  sources: Record<"api" | "console" | "mcp", number>;
  /** What the version that wrote the fixture returned for its 19 records. */
  summaries: Record<string, (string | number | null)[][]>;
}

/** Hours of its history are counted, except for one that a late record has changed. */
const counted: Fixture = {
  ...usedDatabase,
  keys,
  toolsetId,
  sources: { api: 15, console: 2, mcp: 2 },
  summaries: {
    application: [
      ["shop", 13, 2, 2.15, 53.57],
      ["files", 2, 1, 3.44, 5.73],
      ["issues", 1, 0, 2.15, 2.15],
      ["journal", 1, 0, 1.24, 1.24],
      ["notes", 1, 0, 23.51, 23.51],
      ["orders", 1, 0, 1.7, 1.7],
    ],
    source: [
      ["api", 15, 3, 2.15, 53.57],
      ["console", 2, 0, 1.4, 23.51],
      ["mcp", 2, 0, 1.34, 3.18],
    ],
    kind: [
      [null, 16, 0, 1.91, 23.51],
      ["downstreamUnavailable", 2, 2, 53.57, 53.57],
      ["downstreamRefused", 1, 1, 3.44, 3.44],
    ],
    member: [
      ["2", 17, 2, 2.15, 53.57],
      ["4", 2, 1, 1.29, 53.57],
    ],
  },
};

/** The last version before hours were counted. Its other tables are those of the later one. */
const uncounted: Fixture = {
  file: "database-0.4.sql",
  countedFrom: null,
  keys: {
    admin: "bwl_RgaDyVZfSqOD8mQZkYQlbISMagdeePbT4QVSNl",
    person: "bwl_SngpXkIuuUfX3iH935B4cLCp053rKWjp1dV0Jj",
  },
  toolsetId: "3c4eeb9b-9a98-4eaf-8bbc-6788067abf86",
  sources: { api: 17, console: 0, mcp: 2 },
  summaries: {
    application: [
      ["shop", 13, 2, 1.24, 53.57],
      ["files", 2, 1, 3.18, 3.44],
      ["issues", 1, 0, 1.91, 1.91],
      ["journal", 1, 0, 1.45, 1.45],
      ["notes", 1, 0, 15.88, 15.88],
      ["orders", 1, 0, 1.84, 1.84],
    ],
    source: [
      ["api", 17, 3, 1.84, 53.57],
      ["mcp", 2, 0, 0.98, 1.57],
    ],
    kind: [
      [null, 16, 0, 1.45, 15.88],
      ["downstreamUnavailable", 2, 2, 53.57, 53.57],
      ["downstreamRefused", 1, 1, 3.18, 3.18],
    ],
    member: [
      ["2", 17, 2, 1.84, 53.57],
      ["4", 2, 1, 1.02, 53.57],
    ],
  },
};

interface Summary {
  count: number;
  failures: number;
  groups: { key: string | null; count: number; failures: number; p50: number; p95: number }[];
}

const folder = mkdtempSync(join(tmpdir(), "bowline-upgrade-"));
const open: AsyncDisposable[] = [];
const callers = {} as Record<keyof typeof keys, Caller>;
let world: FixtureWorld;
let databaseUrl: string;

async function openClient(url: string): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  return database;
}

/** Waits until the hours of the old records are counted, which summaries read from then on. */
async function waitUntilCounted(url: string): Promise<void> {
  const database = await openClient(url);
  const findState = `select since = '-infinity' and not exists (select from history_hour_changed) as done
    from history_rollup`;
  const isDone = async () => (await database.query<{ done: boolean }>(findState)).rows[0]?.done;
  await expect.poll(isDone).toBe(true);
  await database.end();
}

async function start(): Promise<void> {
  createUsedFiles(folder);
  world = await startFixtureWorld(worldPort);
  world.tools = [{ name: "read_notes", description: "Reads the notes.", inputSchema: { type: "object" } }];
  const database = await createDatabase();
  databaseUrl = database.url;
  open.push(world, database);
  await restoreUsedDatabase(database.url, counted);
  const server = await startServer({
    DATABASE_URL: database.url,
    BOWLINE_MASTER_KEY: masterKey,
    BOWLINE_BASE_URL: baseUrl,
    BOWLINE_RETURN_URLS: "http://127.0.0.1:9/back",
    BOWLINE_CODE_APPLICATIONS: join(folder, "code"),
    BOWLINE_SQLITE_DIR: join(folder, "sqlite"),
  });
  open.push(server, await openFixedAddress(server.baseUrl, baseUrl));
  for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
    callers[name] = createKeyCaller(keys[name], { baseUrl, hasBudgets: server.hasBudgets });
  }
}

async function checkHistory(
  { toolsetId, sources, summaries }: Fixture,
  { admin, person }: { admin: Caller; person: Caller },
): Promise<void> {
  const list = (query: Record<string, string | number | boolean> = {}) =>
    succeed<ListOf<JsonObject>>(admin.get("/v1/executions", query));
  const count = async (query: Record<string, string | boolean>) => (await list(query)).totalCount;
  const all = await list();
  expect(all.items.map(({ historyId }) => historyId)).toEqual(Array.from({ length: 19 }, (_, at) => 19 - at));
  for (const [source, expected] of Object.entries(sources)) {
    expect(await count({ source })).toBe(expected);
  }
  expect(await count({ isSuccess: false })).toBe(3);
  expect(await count({ kind: "downstreamRefused" })).toBe(1);
  expect(await count({ toolsetId })).toBe(4);
  expect(await count({ applicationSlug: "shop" })).toBe(13);
  expect(await count({ search: "list_items" })).toBe(10);
  expect(await succeed(person.get("/v1/executions/1"))).toMatchObject({
    toolSlug: "shop_create_item",
    input: { fields: { title: "used" } },
    output: [{ id: 1 }, { id: 2 }],
    names: { member: "Robin Example", connection: "Main", toolset: "Held back", apiKey: "agent" },
  });
  await checkSummaries(admin, summaries);
}

async function checkSummaries(admin: Caller, summaries: Fixture["summaries"]): Promise<void> {
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const to = new Date().toISOString();
  for (const interval of ["1h", "30d"]) {
    for (const [groupBy, expected] of Object.entries(summaries)) {
      const query = { from, to, interval, groupBy };
      const summary = await succeed<Summary>(admin.get("/v1/executions/Summary", query));
      expect(summary).toMatchObject({ count: 19, failures: 3 });
      const groups = summary.groups.map((one) => [one.key, one.count, one.failures, one.p50, one.p95]);
      expect(groups.toSorted(), groupBy).toEqual(expected.toSorted());
    }
  }
}

describeOwnServer("a database with every kind of application and a history", () => {
  beforeAll(start);
  afterAll(async () => {
    for (const one of open.toReversed()) {
      await one[Symbol.asyncDispose]();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    "is upgraded, and its history is listed and summarized as before",
    proves("operations.upgrade.by-itself", "operations.upgrade.loses-nothing"),
    async () => {
      await checkHistory(counted, callers);
      await waitUntilCounted(databaseUrl);
      await checkSummaries(callers.admin, counted.summaries);
    },
  );

  test(
    "is upgraded from the version before, which had counted nothing",
    proves("operations.upgrade.by-itself", "operations.upgrade.loses-nothing"),
    async () => {
      await using database = await createDatabase();
      await restoreUsedDatabase(database.url, uncounted);
      await using server = await startServer({ DATABASE_URL: database.url, BOWLINE_MASTER_KEY: masterKey });
      const admin = createKeyCaller(uncounted.keys.admin, server);
      await checkHistory(uncounted, { admin, person: createKeyCaller(uncounted.keys.person, server) });
      await waitUntilCounted(database.url);
      await checkSummaries(admin, uncounted.summaries);
    },
  );

  test("runs tools through its connections", proves("operations.upgrade.loses-nothing"), async () => {
    const { person, service, reading, admin } = callers;
    const connections = await succeed<ListOf<Connection>>(person.get("/v1/connections"));
    expect(connections.items.map(({ name, status, isDefault }) => [name, status, isDefault])).toEqual(
      ["Main", "Issues", "Files", "Orders", "Notes", "Diary"].map((name) => [name, "active", true]),
    );
    const runs: [string, JsonObject][] = [
      ["shop_list_items", {}],
      ["issues_issue", { fields: { id: "7" } }],
      ["files_select_rows", { contextValue: "customers" }],
      ["orders_list", {}],
      ["journal_list_entries", {}],
      ["notes_read_notes", {}],
    ];
    for (const [tool, body] of runs) {
      const run = await execute(person, tool, body);
      expect(run, JSON.stringify(run)).toMatchObject({ isSuccess: true });
      expect(run.historyId).toBeGreaterThan(19);
    }
    await execute(service, "shop_list_items", {}, { connectionId: 6 });
    expect(world).toMatchObject({
      shopKeys: ["shop-key-of-the-fifth-fixture", "shop-key-of-the-backend"],
      issueTokens: ["Bearer issue-token-of-the-fifth-fixture"],
      orderKeys: ["order-key-of-the-fifth-fixture"],
      journalTokens: ["Bearer journal-access-token-first"],
    });
    await refuse(reading.post("/v1/tools/shop_create_item/execute", {}), "TOOL_NOT_PERMITTED");
    const headers = { "idempotency-key": "order-5" };
    const body = { fields: { title: "once" } };
    const repeated = person.post("/v1/tools/shop_create_item/execute", body, { headers });
    expect(await succeed(repeated)).toMatchObject({ isSuccess: true, historyId: 19 });
    expect(world.shopKeys).toHaveLength(2);

    const objects = await succeed<ListOf<JsonObject>>(person.get("/v1/connections/3/Objects"));
    expect(objects.items).toMatchObject([{ objectName: "customers", kind: "table" }]);
    const changes = await succeed<ListOf<JsonObject>>(admin.get("/v1/applications/notes/changes"));
    expect(changes.items).toMatchObject([{ after: { description: "Reads the notes of everybody." } }]);
    expect(await succeed(admin.get("/v1/imports/1"))).toMatchObject({ status: 0, phase: "storing" });
  });

  test(
    "keeps toolsets, approvals, people and grants",
    proves("operations.upgrade.loses-nothing"),
    async () => {
      const { person, agent } = callers;
      expect(await succeed<Toolset>(person.get(`/v1/toolsets/${toolsetId}`))).toMatchObject({
        name: "Held back",
        workflows: ["0b0b0b0b-1111-4222-8333-444444444444"],
        connections: [{ connectionId: 1 }, { connectionId: 7 }, { connectionId: 3 }],
        settings: {
          approvals: "writes",
          resultBytes: 5000,
          resultControls: true,
          tools: { shop_list_items: { name: "find_items", presets: { tag: "blue" } } },
        },
      });
      const approvals = await succeed<ListOf<Approval>>(person.get("/v1/approvals"));
      expect(approvals.items.map(({ status, input, reason }) => [status, input, reason])).toEqual([
        ["waiting", { title: "waiting" }, null],
        ["denied", { title: "denied" }, "Not today."],
        ["approved", { title: "approved" }, null],
        ["used", { title: "used" }, null],
      ]);
      const create = (title: string) => execute(agent, "shop_create_item", { fields: { title } });
      expect(await create("approved")).toMatchObject({ isSuccess: true });
      expect(await create("waiting")).toMatchObject({ isSuccess: false });

      const browser = createFormBrowser();
      browser.cookies.store(new URL(baseUrl), [session]);
      expect(await isSignedIn(browser, baseUrl)).toBe(true);
      expect((await createFormBrowser().open(connectUrl)).text).toContain("Shop");
      expect((await acceptInvitation(createFormBrowser(), secondCompanyInvitation)).status).toBe(200);
      const query = { state: pendingState };
      expect(await succeed(person.get("/v1/connections/SignInResult", query))).toMatchObject({
        status: "pending",
      });

      const target = { baseUrl, hasBudgets: true };
      const configuration = await discover(job.id, client.ClientSecretBasic(job.secret), baseUrl);
      const { access_token } = await client.clientCredentialsGrant(configuration, { scope: "tools:read" });
      expect(await succeed(createTokenCaller(access_token, target).get("/v1/auth/whoami"))).toMatchObject({
        email: "backend@example.com",
      });
      const editor = await discover(editorId, client.None(), baseUrl);
      const tokens = await client.refreshTokenGrant(editor, agentRefreshToken);
      const response = await fetch(`${baseUrl}/mcp/${toolsetId}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-06-18",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
      expect(await response.text()).toContain('"find_items"');
    },
  );
});
