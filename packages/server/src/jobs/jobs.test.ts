import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
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

async function start(
  refresh: (data: { connectionId: number }) => Promise<void>,
  prune: () => Promise<void> = async () => undefined,
): Promise<void> {
  jobs = await openJobs(db.pool, log);
  await jobs.start({
    "refresh-objects": refresh,
    "refresh-objects-given-up": (data) => giveUpRefresh({ db }, data),
    "prune-history": prune,
    "count-history": async () => undefined,
    "revoke-tokens": async () => true,
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
    await jobs?.addRefresh(transaction, { connectionId, companyId: 1, applicationId: 1 });
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

test("refreshes run side by side, those of one application one after another", async () => {
  const running = new Map<number, () => void>();
  await start(({ connectionId: id }) => new Promise<void>((resolve) => void running.set(id, resolve)));
  const quick = 4;
  const hanging = [1, 2, 3];
  for (const id of hanging) {
    await jobs?.addRefresh(db.kysely, { connectionId: id, companyId: 1, applicationId: 1 });
  }
  await jobs?.addRefresh(db.kysely, { connectionId: quick, companyId: 1, applicationId: 2 });
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

test("companies take turns, and one whose servers hang leaves places to those that begin a refresh", async () => {
  const running = new Map<number, () => void>();
  await start(({ connectionId: id }) => new Promise<void>((resolve) => void running.set(id, resolve)));
  const begin = (id: number, companyId: number) =>
    jobs?.addRefresh(db.kysely, { connectionId: id, companyId, applicationId: id });
  const listBegun = () => [...running.keys()];
  const hanging = [11, 12, 13, 14, 15, 16, 17];
  for (const id of hanging) {
    await begin(id, 1);
  }
  await expect.poll(listBegun, { timeout: 20_000 }).toEqual(expect.arrayContaining([11, 12, 13, 14]));
  await begin(21, 2);
  await expect.poll(listBegun, { timeout: 20_000 }).toContain(21);
  await begin(31, 3);
  await begin(22, 2);
  const all = [...hanging, 21, 22, 31];
  const places = 6;
  await expect.poll(listBegun, { timeout: 20_000 }).toHaveLength(places);
  for (let ended = 0; ended < all.length; ended++) {
    const [id = 0] = listBegun().slice(ended);
    running.get(id)?.();
    // One at a time: of refreshes that are taken up side by side, any can begin first.
    const begun = Math.min(places + ended + 1, all.length);
    await expect.poll(listBegun, { timeout: 20_000 }).toHaveLength(begun);
  }
  expect(
    listBegun()
      .slice(-2)
      .filter((id) => !hanging.includes(id)),
  ).toEqual([]);
});

test("of refreshes of a company that are added at once, one is its first", async () => {
  jobs = await openJobs(db.pool, log);
  const add = (applicationId: number) =>
    db.kysely.transaction().execute(async (transaction) => {
      await jobs?.addRefresh(transaction, { connectionId, companyId: 4, applicationId });
      await sql`select pg_sleep(0.2)`.execute(transaction);
    });
  await Promise.all([1, 2, 3].map(add));
  const { rows } = await db.pool.query("select priority from pgboss.job where group_id like '4 %'");
  expect(rows.filter(({ priority }) => priority === 0)).toHaveLength(1);
  await db.pool.query("delete from pgboss.job where group_id like '4 %'");
});

test("a job added in a transaction that is rolled back does not exist", async () => {
  let attempts = 0;
  await start(async () => {
    attempts++;
  });
  const rolledBack = db.kysely.transaction().execute(async (transaction) => {
    await jobs?.addRefresh(transaction, { connectionId, companyId: 1, applicationId: 1 });
    throw new Error("Never mind.");
  });
  await expect(rolledBack).rejects.toThrow("Never mind.");
  await jobs?.addRefresh(db.kysely, { connectionId, companyId: 1, applicationId: 1 });
  await expect.poll(() => attempts).toBe(1);
  // A job that ran is active until its end is stored.
  const listOpen = () =>
    db.pool.query(
      "select 1 from pgboss.job where name = 'refresh-objects' and state in ('created', 'active')",
    );
  await expect.poll(async () => (await listOpen()).rows).toEqual([]);
  expect(attempts).toBe(1);
});

test("a user who may create no schema uses the one that is there", async () => {
  const role = `no-schemas-${randomUUID()}`;
  const own = await createTestDatabase();
  await own.pool.query(`create role "${role}"; create schema pgboss authorization "${role}"`);
  const pool = new pg.Pool({ ...own.connectionConfig, options: `-c role=${role}` });
  await (await openJobs(pool, log)).close();
  await pool.end();
  await own.drop();
  await db.pool.query(`drop role "${role}"`);
});

test("while the database is away, the queue logs one line with the reason, and one when it works again", async () => {
  const lines: string[] = [];
  const collecting = createLogger({
    level: "info",
    isTerminal: false,
    destination: { write: (line) => void lines.push(line) },
  });
  let isAway = false;
  let refused = 0;
  const refuse = () => {
    refused++;
    return Promise.reject(new Error("the database is away"));
  };
  let running = 0;
  const run = async (statement: unknown[]) => {
    running++;
    return (db.pool.query as (...given: unknown[]) => Promise<unknown>)
      .apply(db.pool, statement)
      .finally(() => running--);
  };
  const pool = Object.assign(Object.create(db.pool), {
    connect: db.pool.connect.bind(db.pool),
    query: (...statement: unknown[]) => (isAway ? refuse() : run(statement)),
  });
  jobs = await openJobs(pool, collecting);
  await jobs.start({
    "refresh-objects": async () => undefined,
    "refresh-objects-given-up": async () => undefined,
    "prune-history": async () => undefined,
    "count-history": async () => undefined,
    "revoke-tokens": async () => true,
  });
  // A statement that is under way then would end well, and be logged.
  await expect
    .poll(() => {
      isAway = running === 0;
      return isAway;
    })
    .toBe(true);
  await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(10);
  isAway = false;
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", err: { type: "Error", message: expect.stringContaining("the database is away") } },
    { level: "info", msg: "the job queue works again" },
  ]);
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

test("a server that was stopped at the minute of the deletions makes up for them", async () => {
  await start(async () => undefined);
  await jobs?.close();
  await db.pool.query(`update pgboss.version set cron_on = now() - interval '3 hours';
    update pgboss.schedule set created_on = now() - interval '1 day';
    delete from pgboss.job where name in ('prune-history', '__pgboss__send-it')`);
  let pruned = 0;
  const prune = async () => void pruned++;
  await start(async () => undefined, prune);
  await expect.poll(() => pruned, { timeout: 20_000 }).toBe(1);
});

test("after the database's clock was set back, schedules go on, and jobs of servers that died are taken over", async () => {
  await start(async () => undefined);
  await jobs?.close();
  await db.pool.query(`update pgboss.version set cron_on = now() + interval '1 year';
    update pgboss.queue set monitor_claim_on = now() + interval '1 year', monitor_on = now() + interval '1 year',
      maintain_on = now() + interval '1 year'`);
  await start(async () => undefined);
  const { rows } = await db.pool.query(`select coalesce(cron_on, '-infinity') <= now() as schedules,
    (select bool_and(coalesce(greatest(monitor_claim_on, monitor_on, maintain_on), '-infinity') <= now()) from pgboss.queue) as queues
    from pgboss.version`);
  expect(rows).toEqual([{ schedules: true, queues: true }]);
});
