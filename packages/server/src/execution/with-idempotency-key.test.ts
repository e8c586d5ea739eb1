import { setTimeout as sleep } from "node:timers/promises";
import { type SilentProxy, startSilentProxy } from "@bowline/acceptance/silent-proxy.ts";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import { type Database, openPool } from "../db/open-database.ts";
import type { Caller } from "../db/people/callers.ts";
import { createLogger } from "../log/logger.ts";
import { parseMasterKeys } from "../master-keys.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { CutOffError } from "./cut-off-error.ts";
import type { ExecutionRequest } from "./execution-request.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

const log = createLogger({ level: "silent", isTerminal: false });
const stored = { json: '{"output":"canary"}', headers: { "x-bowline-resolved-by": "none" } };
let db: TestDatabase;
let company: SeededCompany;
let vault: Vault;
let keys = 0;
let key: string;

beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  const keyless = openVault(parseMasterKeys(Buffer.alloc(32, 7).toString("base64")), async () => wrapped);
  const wrapped = keyless.createDataKey();
  vault = keyless;
});
afterAll(() => db.drop());
beforeEach(() => {
  key = `key-${++keys}`;
});

function callerOf(apiKeyId: number): Caller {
  return {
    ...company,
    userId: 1,
    role: "Admin",
    fullName: "",
    email: "",
    companyName: "",
    isProfileDeleted: false,
    credential: {
      kind: "apiKey",
      apiKeyId,
      tokenSubject: null,
      expiresAtMs: null,
      narrowing: { toolsetId: null, isReadOnly: false, scopes: null },
    },
  };
}

const request: ExecutionRequest = {
  toolSlug: "shop_create_item",
  applicationSlug: null,
  connectionId: null,
  toolsetId: null,
  body: { fields: { title: "x" } } as ExecutionRequest["body"],
  source: "api",
  requestId: "r",
};

let runs = 0;
beforeEach(() => {
  runs = 0;
});

function attempt(
  options: {
    apiKeyId?: number;
    run?: () => Promise<typeof stored>;
    isSent?: boolean;
    request?: Partial<ExecutionRequest>;
    database?: Database;
  } = {},
) {
  const { apiKeyId = 1, isSent = true, database = db } = options;
  const run = async () => {
    runs++;
    const response = options.run === undefined ? stored : await options.run();
    return { ...response, isSent };
  };
  const parts = { db: database.kysely, vault, log, toolTimeoutMs: 1000 };
  return withIdempotencyKey(parts, callerOf(apiKeyId), { ...request, ...options.request }, key, run);
}

const conflict = { code: "IDEMPOTENCY_CONFLICT" };

test("a credential gets only its own stored response", async () => {
  expect(await attempt()).toEqual(stored);
  expect(await attempt()).toEqual(stored);
  expect(runs).toBe(1);
  expect(await attempt({ apiKeyId: 2, run: async () => ({ ...stored, json: "2" }) })).toMatchObject({
    json: "2",
  });
  expect(runs).toBe(2);
});

test("another tool, connection, toolset or body with the same key is a conflict", async () => {
  await attempt();
  for (const change of [
    { toolSlug: "shop_list_items" },
    { applicationSlug: "shop" },
    { connectionId: 1 },
    { toolsetId: "7d4c2a4e-5b1f-4c7e-9a53-0d1f0a3f8f11" },
    { body: { fields: { title: "y" } } },
  ]) {
    await expect(attempt({ request: change }), JSON.stringify(change)).rejects.toMatchObject(conflict);
  }
  expect(await attempt({ request: { requestId: "another", source: "console" } })).toEqual(stored);
  expect(runs).toBe(1);
});

test("the stored response is sealed", async () => {
  await attempt();
  const { rows } = await db.pool.query("select k::text as row, sealed_response from idempotency_key as k");
  for (const { row, sealed_response } of rows) {
    expect(row).not.toContain("canary");
    expect(sealed_response?.toString("latin1")).not.toContain("canary");
  }
});

test("a failure before the tool call releases the key; a cut-off after it does not", async () => {
  await expect(attempt({ run: () => Promise.reject(new Error("before")) })).rejects.toThrow("before");
  const cutOff = new CutOffError(new Error("after"));
  await expect(attempt({ run: () => Promise.reject(cutOff) })).rejects.toThrow(cutOff);
  await expect(attempt()).rejects.toMatchObject(conflict);
  expect(runs).toBe(2);
});

test("a response is not stored when the tool was not called, so that the same request can run", async () => {
  const unsent = { ...stored, json: '"unsent"' };
  expect(await attempt({ run: async () => unsent, isSent: false })).toEqual(unsent);
  expect(await attempt()).toEqual(stored);
  expect(runs).toBe(2);
});

test("a key counts for 24 hours and can then be used anew", async () => {
  const age = (text: string) =>
    db.pool.query("update idempotency_key set created_date = now() - $1::interval", [text]);
  await attempt();
  await age("23 hours 59 minutes");
  await attempt();
  expect(runs).toBe(1);
  await age("24 hours 1 minute");
  await attempt();
  await attempt();
  expect(runs).toBe(2);
});

async function withProxy(use: (proxy: SilentProxy, database: Database) => Promise<void>): Promise<void> {
  const proxy = await startSilentProxy(inject("testDatabaseServer"));
  const connection = { ...db.connectionConfig, host: proxy.host, port: proxy.port };
  const database = await openPool(connection, { databasePool: 2, databaseStatementTimeoutMs: 15_000 }, log);
  try {
    await use(proxy, database);
  } finally {
    proxy.close();
    await database.close();
  }
}

test("a claim whose confirmation was lost is found again by its own attempt", async () => {
  await withProxy(async (proxy, database) => {
    await database.pool.query("select 1");
    // The claim arrives, its response does not: the connection breaks in between.
    await db.pool.query(
      "create function cut() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return new; end $$",
    );
    await db.pool.query(
      "create trigger cut after insert on idempotency_key for each row execute function cut()",
    );
    const running = attempt({ database });
    await sleep(200);
    proxy.cut();
    expect(await running).toEqual(stored);
    await db.pool.query("drop function cut cascade");
  });
  expect(runs).toBe(1);
  expect(await attempt()).toEqual(stored);
  expect(runs).toBe(1);
});

test("a claim that could not be found again is released after the outage, and the retry runs", async () => {
  await withProxy(async (proxy, database) => {
    await database.pool.query("select 1");
    proxy.silence();
    await expect(attempt({ database })).rejects.toThrow();
    expect(runs).toBe(0);
    // What was on its way arrives now.
    proxy.speak();
    await expect.poll(() => attempt().catch((error) => error.code), { interval: 500 }).toEqual(stored);
  });
  expect(runs).toBe(1);
});

test("a response that could not be stored is stored when the database is back", async () => {
  await withProxy(async (proxy, database) => {
    const run = async () => {
      proxy.silence();
      return stored;
    };
    expect(await attempt({ database, run })).toEqual(stored);
    await expect(attempt()).rejects.toMatchObject(conflict);
    proxy.speak();
    await expect.poll(() => attempt().catch((error) => error.code)).toEqual(stored);
  });
  expect(runs).toBe(1);
});
