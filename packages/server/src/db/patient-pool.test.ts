import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../log/logger.ts";
import { PatientPool } from "./patient-pool.ts";

const log = createLogger({ level: "silent", isTerminal: false });
const role = `limited-${randomUUID()}`;
let database: TestDatabase;
let pool: PatientPool;

beforeAll(async () => {
  database = await createTestDatabase(log);
  await database.pool.query(`create role "${role}" login password 'x'`);
});

afterEach(() => pool.end());

afterAll(async () => {
  await database.pool.query(`drop role "${role}"`);
  await database.drop();
});

const allow = (connections: number) =>
  database.pool.query(`alter role "${role}" connection limit ${connections}`);

function openPool(connectionTimeoutMillis: number, idleTimeoutMillis = 10_000): PatientPool {
  const { host, port } = inject("testDatabaseServer");
  const name = database.connectionConfig.database;
  pool = new PatientPool({
    ...{ host, port, user: role, password: "x", database: name },
    ...{ max: 5, connectionTimeoutMillis, idleTimeoutMillis },
  });
  // The database is dropped while the last connections are being closed.
  pool.on("error", () => {});
  return pool;
}

const runAll = (count: number) =>
  Promise.all(Array.from({ length: count }, () => pool.query("select pg_sleep(0.01)")));

test("runs all statements on the connections that the database gives, and on more when it gives more", async () => {
  await allow(2);
  openPool(20_000);
  await expect(runAll(50)).resolves.toHaveLength(50);
  expect(pool.totalCount).toBe(2);
  await allow(10);
  await expect.poll(() => runAll(50).then(() => pool.totalCount)).toBe(5);
});

test("gives who waits a connection when the database has one again", async () => {
  await allow(0);
  openPool(20_000);
  const running = runAll(20);
  await sleep(300);
  await allow(10);
  await expect(running).resolves.toHaveLength(20);
});

test("refuses with the database's reason when there is no connection in time", async () => {
  await allow(0);
  openPool(1000);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => pool.query("select 1")));
  for (const result of results) {
    expect(result).toMatchObject({ status: "rejected", reason: { code: "53300" } });
  }
});

test("gives a connection after thousands of callers were refused one", async () => {
  await allow(10);
  openPool(20_000);
  const { port } = pool.options;
  pool.options.port = 1; // nothing listens there
  const refused = await Promise.allSettled(Array.from({ length: 5000 }, () => pool.query("select 1")));
  expect(refused.filter(({ status }) => status === "rejected")).toHaveLength(5000);
  pool.options.port = port;
  await expect(runAll(1)).resolves.toHaveLength(1);
});

test("waits for a connection that a transaction gives back", async () => {
  await allow(1);
  openPool(20_000);
  const client = await pool.connect();
  const running = pool.query("select 1 as one");
  await sleep(300);
  client.release();
  expect((await running).rows).toEqual([{ one: 1 }]);
});

test("goes on with its connections when the password was changed, and says so when it has none", async () => {
  await allow(5);
  openPool(1000);
  const client = await pool.connect();
  await database.pool.query(`alter role "${role}" password 'y'`);
  const running = runAll(20);
  await sleep(300);
  client.release();
  await expect(running).resolves.toHaveLength(20);
  (await pool.connect()).release(true);
  await expect(pool.query("select 1")).rejects.toThrow(/password authentication failed/);
  await database.pool.query(`alter role "${role}" password 'x'`);
});

test("keeps one connection that nobody uses for when the database gives no other one", async () => {
  await allow(5);
  openPool(20_000, 1);
  await runAll(5);
  await expect.poll(() => pool.totalCount).toBe(1);
  await allow(0);
  await expect(runAll(20)).resolves.toHaveLength(20);
});
