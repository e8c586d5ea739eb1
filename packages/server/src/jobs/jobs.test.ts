import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany, seedConnection } from "../../testing/test-rows.ts";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { beginRefresh, loadRefresh } from "../db/connections/connection-objects.ts";
import { createLogger } from "../log/logger.ts";
import { type Jobs, openJobs } from "./jobs.ts";
import { giveUpRefresh } from "./refresh-objects.ts";

const lines: string[] = [];
const log = createLogger({
  level: "warn",
  isTerminal: false,
  destination: { write: (line) => void lines.push(line) },
});
let db: TestDatabase;
let connectionId: number;
let jobs: Jobs | undefined;

beforeAll(async () => {
  db = await createTestDatabase();
  connectionId = await seedConnection(db.kysely, await seedCompany(db.kysely));
});
afterEach(() => jobs?.close());
afterAll(() => db.drop());

async function start(refresh: (data: { connectionId: number }) => Promise<void>): Promise<void> {
  jobs = await openJobs(db.pool, log);
  await jobs.start({
    "refresh-objects": refresh,
    "refresh-objects-given-up": (data) => giveUpRefresh({ db }, data),
    "prune-history": async () => undefined,
    "count-history": async () => undefined,
  });
}

test("a refresh fails after its last attempt, and can be started again", async () => {
  let attempts = 0;
  await start(async () => {
    attempts++;
    throw new Error("The database is gone.");
  });
  expect(await beginRefresh(db.kysely, connectionId)).toBe(true);
  await db.kysely.transaction().execute(async (transaction) => {
    await jobs?.add(transaction, "refresh-objects", { connectionId });
    // Makes the first attempt the last one, since all attempts take a minute.
    await sql`update pgboss.job set retry_limit = 0 where name = 'refresh-objects'`.execute(transaction);
  });
  await expect
    .poll(async () => (await loadRefresh(db.kysely, connectionId))?.status, { interval: 100 })
    .toBe(2);
  expect(attempts).toBe(1);
  expect(lines.join("")).toContain("a job failed");
  expect((await loadRefresh(db.kysely, connectionId))?.error).toMatch(/Start it again/);
  expect(await beginRefresh(db.kysely, connectionId)).toBe(true);
});

test("refreshes run side by side, those of one group one after another", async () => {
  const running = new Map<number, () => void>();
  await start(({ connectionId: id }) => new Promise<void>((resolve) => void running.set(id, resolve)));
  const quick = 4;
  const hanging = [1, 2, 3];
  for (const id of hanging) {
    await jobs?.add(db.kysely, "refresh-objects", { connectionId: id }, "hanging");
  }
  await jobs?.add(db.kysely, "refresh-objects", { connectionId: quick }, "quick");
  const listBegun = () => [...running.keys()];
  await expect.poll(listBegun, { timeout: 20_000 }).toContain(quick);
  for (let ended = 0; ended < hanging.length; ended++) {
    await expect.poll(listBegun, { timeout: 20_000 }).toHaveLength(ended + 2);
    const begun = listBegun().filter((id) => id !== quick);
    expect(begun).toHaveLength(ended + 1);
    running.get(begun.at(-1) ?? 0)?.();
  }
  running.get(quick)?.();
});

test("a job added in a transaction that is rolled back does not exist", async () => {
  let attempts = 0;
  await start(async () => {
    attempts++;
  });
  const rolledBack = db.kysely.transaction().execute(async (transaction) => {
    await jobs?.add(transaction, "refresh-objects", { connectionId });
    throw new Error("Never mind.");
  });
  await expect(rolledBack).rejects.toThrow("Never mind.");
  await jobs?.add(db.kysely, "refresh-objects", { connectionId });
  await expect.poll(() => attempts).toBe(1);
  // A job that ran is active until its end is stored.
  const listOpen = () =>
    db.pool.query(
      "select 1 from pgboss.job where name = 'refresh-objects' and state in ('created', 'active')",
    );
  await expect.poll(async () => (await listOpen()).rows).toEqual([]);
  expect(attempts).toBe(1);
});

test("an error of the queue is logged with its message", async () => {
  const lines: string[] = [];
  const collecting = createLogger({
    level: "warn",
    isTerminal: false,
    destination: { write: (line) => void lines.push(line) },
  });
  let isAway = false;
  const pool = Object.assign(Object.create(db.pool), {
    connect: db.pool.connect.bind(db.pool),
    query: (...statement: unknown[]) =>
      isAway
        ? Promise.reject(new Error("the database is away"))
        : (db.pool.query as (...statement: unknown[]) => unknown).apply(db.pool, statement),
  });
  jobs = await openJobs(pool, collecting);
  await jobs.start({
    "refresh-objects": async () => undefined,
    "refresh-objects-given-up": async () => undefined,
    "prune-history": async () => undefined,
    "count-history": async () => undefined,
  });
  isAway = true;
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  isAway = false;
  const { err } = JSON.parse(lines[0] ?? "{}");
  expect(err).toMatchObject({ type: "Error", message: expect.stringContaining("the database is away") });
});

test("the queues are prepared by one server at a time", async () => {
  const fresh = await createTestDatabase();
  const other = await fresh.pool.connect();
  const count = async (from: string) =>
    (await other.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n;
  const locks = `pg_locks join pg_database on oid = database
    where datname = current_database() and locktype = 'advisory' and objid = ${advisoryLocks.createJobQueues}`;
  await other.query("select pg_advisory_lock($1)", [advisoryLocks.createJobQueues]);
  const opening = openJobs(fresh.pool, log);
  await expect.poll(() => count(`${locks} and not granted`)).toBe(1);
  expect(await count("pg_namespace where nspname = 'pgboss'")).toBe(0);
  await other.query("select pg_advisory_unlock_all()");
  await (await opening).close();
  expect(await count(locks)).toBe(0);
  other.release();
  await fresh.drop();
});
