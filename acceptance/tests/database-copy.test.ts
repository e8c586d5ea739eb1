import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as client from "openid-client";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTokenCaller, discover } from "../authorization-server/support/token-client.ts";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { execute } from "../support/applications.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { dumpDatabase } from "../support/database-dump.ts";
import { encryptDatabase } from "../support/encrypt-database.ts";
import { openFixedAddress } from "../support/fixed-address.ts";
import { type FixtureWorld, startFixtureWorld } from "../support/fixture-world.ts";
import { makeCertificate } from "../support/make-certificate.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { isSignedIn } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import { runScript } from "../support/run-script.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";
import {
  agentRefreshToken,
  baseUrl,
  createUsedFiles,
  editorId,
  job,
  keys,
  masterKey,
  restoreUsedDatabase,
  session,
  toolsetId,
  usedDatabase,
  worldPort,
} from "../support/used-database.ts";

const password = "moving / there?";
const callers = {
  admin: createKeyCaller(keys.admin, { baseUrl, hasBudgets: true }),
  person: createKeyCaller(keys.person, { baseUrl, hasBudgets: true }),
  service: createKeyCaller(keys.service, { baseUrl, hasBudgets: true }),
  reading: createKeyCaller(keys.reading, { baseUrl, hasBudgets: true }),
};
const lists = [
  "/v1/auth/whoami",
  "/v1/applications",
  "/v1/applications/notes/changes",
  "/v1/tools?top=1000",
  "/v1/connections",
  "/v1/connections/3/Objects",
  "/v1/toolsets",
  `/v1/toolsets/${toolsetId}`,
  "/v1/executions?top=1000",
  "/v1/executions/1",
  "/v1/executions/19",
  "/v1/approvals",
  "/v1/grants",
  "/v1/imports/1",
];
const adminLists = ["/v1/members", "/v1/clients", "/v1/applications/OAuthClients"];

/** The responses of lists and records, whole. Of whom may not read one, the refusal without its id and time. */
async function readLists(): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, caller] of Object.entries(callers)) {
    for (const path of [...lists, ...(name === "admin" ? adminLists : [])]) {
      const { status, text } = await caller.get(path);
      read[`${name} ${path}`] = status === 200 ? text : String(status);
    }
  }
  return read;
}

describeOwnServer("a database that is copied to another PostgreSQL", () => {
  const folder = mkdtempSync(join(tmpdir(), "bowline-copy-"));
  const files = {
    BOWLINE_BASE_URL: baseUrl,
    BOWLINE_CODE_APPLICATIONS: join(folder, "code"),
    BOWLINE_SQLITE_DIR: join(folder, "sqlite"),
  };
  let world: FixtureWorld;
  let embedded: OutsideDatabase;
  let embeddedSettings: Record<string, string>;
  let own: OutsideDatabase;
  let ownUrl: string;
  let lastHistoryId = 0;

  beforeAll(async () => {
    createUsedFiles(folder);
    world = await startFixtureWorld(worldPort);
    world.tools = [{ name: "read_notes", description: "Reads the notes.", inputSchema: { type: "object" } }];
    embedded = await startOutsideDatabase({ isBare: true });
    await restoreUsedDatabase(embedded.url, usedDatabase);
    // Its folder is that of an embedded database.
    await embedded.stop();
    const dataDir = dirname(embedded.dataFolder);
    writeFileSync(join(dataDir, "master-key"), masterKey, { mode: 0o600 });
    embeddedSettings = { BOWLINE_DATA_DIR: dataDir };
    own = await startOutsideDatabase({ isBare: true });
    ownUrl = await prepareTarget(own);
  });
  afterAll(async () => {
    for (const one of [world, embedded, own]) {
      await one?.[Symbol.asyncDispose]();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const copy = (to: string, settings = embeddedSettings) =>
    runScript("database.mjs", ["copy", "--to", to], settings);
  const start = (settings: Record<string, string>) =>
    startServer({ ...files, ...settings }, { createsDatabase: true });

  test(
    "is refused while a server runs on the data folder, and nothing changes",
    proves("database.copy.stopped"),
    async () => {
      await using server = await start(embeddedSettings);
      const { exitCode, output } = await copy(ownUrl);
      expect(exitCode).toBe(1);
      expect(output).toContain("A server runs on the data folder");
      expect(output).not.toContain("moving");
      expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
    },
  );

  test(
    "is the same there: lists, keys, secrets, sessions and grants",
    proves(
      "database.copy.stopped",
      "database.copy.same",
      "database.copy.opens",
      "database.copy.secrets",
      "database.copy.ids",
      "database.copy.schema",
    ),
    async () => {
      const before = await useSource(await start(embeddedSettings));
      const { exitCode, output } = await copy(ownUrl);
      expect(exitCode, output).toBe(0);
      expect(output).toMatch(/^ {2}execution +20$/m);
      expect(output).toMatch(/All \d+ tables have as many rows as in the source/);
      expect(output).toContain(`BOWLINE_MASTER_KEY to the content of ${embeddedSettings.BOWLINE_DATA_DIR}`);
      expect(output).not.toContain(masterKey);
      expect(output).not.toContain("moving");
      await expectSameRows();

      const again = await copy(ownUrl);
      expect(again.exitCode).toBe(1);
      expect(again.output).toContain("The target has data");

      await useTarget(await start({ DATABASE_URL: ownUrl, BOWLINE_MASTER_KEY: masterKey }), before);
    },
  );

  test("is copied back into a data folder", proves("database.copy.back"), async () => {
    const settings = {
      DATABASE_URL: ownUrl,
      BOWLINE_MASTER_KEY: masterKey,
      BOWLINE_DATA_DIR: join(folder, "new"),
    };
    const { exitCode, output } = await copy("embedded", settings);
    expect(exitCode, output).toBe(0);
    expect(output).toContain("Unset DATABASE_URL");
    const { BOWLINE_MASTER_KEY, BOWLINE_DATA_DIR } = settings;
    await using server = await start({ BOWLINE_MASTER_KEY, BOWLINE_DATA_DIR });
    await using _address = await openFixedAddress(server.baseUrl, baseUrl);
    expect(await execute(callers.person, "shop_list_items", {})).toMatchObject({ isSuccess: true });
    expect(world.shopKeys.at(-1)).toBe("shop-key-of-the-fifth-fixture");
  });

  test("is not copied by a wrong command", proves("database.copy.usage"), async () => {
    for (const args of [
      [],
      ["copy"],
      ["move", "--to", ownUrl],
      ["copy", ownUrl],
      ["copy", "--into", ownUrl],
    ]) {
      const { exitCode, output } = await runScript("database.mjs", args, embeddedSettings);
      expect(exitCode).toBe(2);
      expect(output).toContain("Usage:");
    }
    const wrong = await copy("mysql://root:hidden@127.0.0.1/bowline");
    expect(wrong.exitCode).toBe(1);
    expect(wrong.output).toContain("The address after --to must be a postgres:// address");
    expect(wrong.output).not.toContain("hidden");
    const same = await copy("embedded");
    expect(same.output).toContain("The database of the settings is the embedded one");
  });

  /** Uses the source for the last time. @returns its lists */
  async function useSource(server: StartedServer): Promise<Record<string, string>> {
    await using _server = server;
    await using _address = await openFixedAddress(server.baseUrl, baseUrl);
    const run = await execute(callers.person, "shop_list_items", {});
    expect(run).toMatchObject({ isSuccess: true });
    lastHistoryId = Number(run.historyId);
    return await readLists();
  }

  /** The rows of a table in both, whatever the first schema is called. */
  async function expectSameRows(): Promise<void> {
    await embedded.start();
    const dump = async (url: string) =>
      (await dumpDatabase(url))
        .map(({ table, row }) => `${table.replace(/^bowline\./, "public.")} ${row}`)
        .sort();
    const [source, target] = [await dump(embedded.url), await dump(own.url)];
    await embedded.stop();
    expect(source.length).toBeGreaterThan(100);
    expect(target).toEqual(source);
  }

  async function useTarget(server: StartedServer, before: Record<string, string>): Promise<void> {
    await using _server = server;
    await using _address = await openFixedAddress(server.baseUrl, baseUrl);
    expect(await readLists()).toEqual(before);
    const busy = await copy(ownUrl);
    expect(busy.exitCode).toBe(1);
    expect(busy.output).toContain("The target is used by a server");

    const { shopKeys } = world;
    const run = await execute(callers.person, "shop_list_items", {});
    expect(run).toMatchObject({ isSuccess: true });
    expect(run.historyId).toBeGreaterThan(lastHistoryId);
    expect(shopKeys.at(-1)).toBe("shop-key-of-the-fifth-fixture");
    const headers = { "idempotency-key": "order-5" };
    const body = { fields: { title: "once" } };
    const repeated = callers.person.post("/v1/tools/shop_create_item/execute", body, { headers });
    expect(await succeed(repeated)).toMatchObject({ isSuccess: true, historyId: 19 });

    const browser = createFormBrowser();
    browser.cookies.store(new URL(baseUrl), [session]);
    expect(await isSignedIn(browser, baseUrl)).toBe(true);
    const service = await discover(job.id, client.ClientSecretBasic(job.secret), baseUrl);
    const { access_token } = await client.clientCredentialsGrant(service, { scope: "tools:read" });
    const token = createTokenCaller(access_token, { baseUrl, hasBudgets: true });
    expect(await succeed(token.get("/v1/auth/whoami"))).toMatchObject({ email: "backend@example.com" });
    const editor = await discover(editorId, client.None(), baseUrl);
    expect((await client.refreshTokenGrant(editor, agentRefreshToken)).access_token).toBeTruthy();
    const { apiKeyId } = await succeed<{ apiKeyId: number }>(
      callers.person.post("/v1/apikeys", { name: "after the copy" }),
    );
    expect(apiKeyId).toBeGreaterThan(Object.keys(keys).length);
  }

  /** A user without rights over the server, schemas of its own, and TLS. @returns the address */
  async function prepareTarget(database: OutsideDatabase): Promise<string> {
    const authority = makeCertificate("Authority of the database");
    await encryptDatabase(database, makeCertificate("Database", authority));
    const connection = new pg.Client({ connectionString: database.url });
    await connection.connect();
    await connection.query(`create role mover login password ${pg.escapeLiteral(password)};
      create schema bowline authorization mover; create schema pgboss authorization mover;
      alter role mover in database bowline set search_path = bowline`);
    await connection.end();
    const file = join(folder, "authority.pem");
    writeFileSync(file, authority.certificate);
    const url = new URL(database.url);
    url.username = "mover";
    url.password = encodeURIComponent(password);
    url.search = `sslmode=verify-full&sslrootcert=${file}`;
    return url.href;
  }
});
