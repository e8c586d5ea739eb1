import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany, seedConnection, seedMember } from "../../testing/test-rows.ts";
import { checkMigrated } from "../db/migrate.ts";
import { type Database, openPool } from "../db/open-database.ts";
import { openJobs } from "../jobs/jobs.ts";
import { createLogger } from "../log/logger.ts";
import { buildMasterKeys } from "../master-keys.ts";
import { createWrappedDataKey } from "../vault/data-key.ts";
import { copyDatabase } from "./copy-database.ts";

const log = createLogger({ level: "silent", isTerminal: false });
const masterKeys = buildMasterKeys([Buffer.alloc(32, 5)]);
let source: TestDatabase;
let target: TestDatabase;
let seeded: SeededCompany;

beforeEach(async () => {
  [source, target] = await Promise.all([createTestDatabase(log), createTestDatabase(log)]);
  seeded = await use(source, fill);
});
afterEach(() => Promise.all([source.drop(), target.drop()]));

/** Does what a server does, and stops: the connections are gone afterward. */
async function use<Result>(
  { connectionConfig }: TestDatabase,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const settings = { databasePool: 5, databaseStatementTimeoutMs: 15_000 };
  const database = await openPool(connectionConfig, settings, log);
  const result = await work(database).finally(() => database.close());
  const connected =
    "select from pg_stat_activity where datname = current_database() and application_name = 'bowline'";
  await withClient({ connectionConfig }, (client) =>
    expect.poll(async () => (await client.query(connected)).rowCount).toBe(0),
  );
  return result;
}

async function fill({ kysely, pool }: Database): Promise<SeededCompany> {
  const company = await seedCompany(kysely);
  const connectionId = await seedConnection(kysely, company);
  await sql`update company set wrapped_data_key = ${createWrappedDataKey(masterKeys)}`.execute(kysely);
  // The ids that a rolled back transaction took, say.
  await sql`select nextval('account_user_account_user_id_seq') from generate_series(1, 40)`.execute(kysely);
  const jobs = await openJobs(pool, log);
  await kysely
    .transaction()
    .execute((transaction) => jobs.addRefresh(transaction, { connectionId, companyId: 1, applicationId: 1 }));
  await jobs.close();
  return company;
}

async function withClient<Result>(
  { connectionConfig }: Pick<TestDatabase, "connectionConfig">,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connectionConfig);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until somebody waits for a lock in a database. */
const waitForLock = (database: TestDatabase): Promise<void> =>
  withClient(database, async (client) => {
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
  });

const copy = (
  signal = new AbortController().signal,
  to: Parameters<typeof copyDatabase>[0]["target"] = target,
) => copyDatabase({ source, target: to, masterKeys, log, signal });

/** Every row as text, by table. A partition's rows are its table's. */
const dump = (database: Pick<TestDatabase, "connectionConfig">, schema = "public") =>
  withClient(database, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select n.nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and nspname in ('${schema}', 'pgboss') order by 1, 2`,
    );
    const rows: Record<string, string[]> = {};
    for (const table of tables) {
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table.schema}.${table.name} t order by 1`,
      );
      rows[table.schema === schema ? table.name : `pgboss.${table.name}`] = found.rows.map(({ row }) => row);
    }
    return rows;
  });

test("every row of every table arrives, and the numbers of rows are returned", async () => {
  const before = await dump(source);
  const { tables, dataKeys } = await copy();
  expect(await dump(target)).toEqual(before);
  expect(await dump(source)).toEqual(before);
  expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toEqual(
    Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
  );
  expect(before["pgboss.job"]?.some((job) => job.includes("refresh-objects"))).toBe(true);
  expect(dataKeys).toBe(1);
});

test("new ids continue where those of the source ended", async () => {
  await copy();
  const next = await use(target, ({ kysely }) => seedMember(kysely, seeded.companyId, "Member"));
  expect(next).toBe(seeded.accountUserId + 41);
});

test("triggers work in the copy, and did not run for copied rows", async () => {
  await copy();
  await withClient(target, async (client) => {
    const heard: string[] = [];
    client.on("notification", ({ payload }) => heard.push(payload ?? ""));
    const listening = await client.query<{ source: string }>(
      "select prosrc as source from pg_proc where proname = 'notify_change'",
    );
    const [, channel] = /pg_notify\('(\w+)'/.exec(listening.rows[0]?.source ?? "") ?? [];
    await client.query(`listen ${channel}`);
    await client.query("update company set name = 'Other'");
    await client.query("select 1");
    expect(heard).toHaveLength(1);
    const disabled = await client.query("select from pg_trigger where not tgisinternal and tgenabled <> 'O'");
    expect(disabled.rowCount).toBe(0);
  });
});

test("a job that waited is done by a server on the copy", async () => {
  await copy();
  const jobs = await openJobs(target.pool, log);
  const done = new Promise<number>((resolve, reject) => {
    jobs
      .start({
        "refresh-objects": async ({ connectionId }) => resolve(connectionId),
        "refresh-objects-given-up": async () => undefined,
        "revoke-tokens": async () => true,
        "prune-history": async () => undefined,
        "count-history": async () => undefined,
      })
      .catch(reject);
  });
  expect(await done).toBe(1);
  await jobs.close();
});

test("a day of the queue's statistics that the target has no partition for is copied", async () => {
  await withClient(source, async (client) => {
    await client.query(`create table pgboss.queue_stats_20200102 partition of pgboss.queue_stats
      for values from ('2020-01-02 00:00:00+00') to ('2020-01-03 00:00:00+00')`);
    await client.query(
      "insert into pgboss.queue_stats (name, captured_on) values ('refresh-objects', '2020-01-02 12:00:00+00')",
    );
  });
  await copy();
  expect((await dump(target))["pgboss.queue_stats"]).toEqual((await dump(source))["pgboss.queue_stats"]);
});

test("a copy that fails half way leaves a target without rows, which can be copied to again", async () => {
  const before = await dump(source);
  const empty = await dump(target);
  await withClient(target, (client) =>
    client.query("alter table connection add constraint refuses_all check (false)"),
  );
  await expect(copy()).rejects.toThrow("refuses_all");
  const left = await dump(target);
  expect(Object.fromEntries(Object.entries(left).filter(([name]) => name in empty))).toEqual(empty);
  expect(left["pgboss.job"]).toEqual([]);
  expect(await dump(source)).toEqual(before);
  await withClient(target, (client) => client.query("alter table connection drop constraint refuses_all"));
  await copy();
  expect(await dump(target)).toEqual(before);
});

test("a copy that is stopped while rows are on their way leaves a target without rows", async () => {
  const stopping = new AbortController();
  await withClient(target, async (blocker) => {
    await blocker.query(`create function waits() returns boolean language plpgsql as
      'begin perform pg_advisory_lock(77); return true; end'`);
    await blocker.query("alter table connection add constraint waiting check (waits())");
    await blocker.query("select pg_advisory_lock(77)");
    const copying = copy(stopping.signal);
    await waitForLock(target);
    stopping.abort();
    await expect(copying).rejects.toThrow();
  });
  expect((await dump(target)).company).toEqual([]);
});

test("a target with a row, or with another program's table, is refused and stays as it was", async () => {
  await withClient(target, (client) => client.query("create table invoice (id integer)"));
  const before = await dump(target);
  await expect(copy()).rejects.toThrow("The target has tables that are not Bowline's: invoice.");
  await withClient(target, (client) => client.query("drop table invoice"));
  await use(target, ({ kysely }) => seedCompany(kysely));
  await expect(copy()).rejects.toThrow(/The target has data: .*account_user, application/);
  expect(Object.keys(before)).not.toContain("pgboss.job");
  expect(Object.keys(await dump(target))).not.toContain("pgboss.job");
});

test("the source is not copied to itself", async () => {
  await expect(copy(undefined, source)).rejects.toThrow("The target is the database of the settings");
});

test("neither database may be used by a server", async () => {
  const connect = (database: TestDatabase) => ({
    connectionConfig: { ...database.connectionConfig, application_name: "bowline" },
  });
  await withClient(connect(target), () => expect(copy()).rejects.toThrow("The target is used by a server."));
  await withClient(connect(source), () => expect(copy()).rejects.toThrow("The source is used by a server."));
});

test("a server that another name of its connections hides is known by its sign of life", async () => {
  await withClient(source, (client) =>
    client.query(
      "insert into server_process (process_id, host, version) values (gen_random_uuid(), 'host', '1')",
    ),
  );
  await expect(copy()).rejects.toThrow("The source is used by a server.");
});

test("a server that starts on the target meanwhile waits for the copy", async () => {
  await withClient(target, async (server) => {
    await server.query("begin; lock table tool in access share mode");
    const copying = copy();
    await waitForLock(target);
    const migrateLock = "select pg_try_advisory_xact_lock(x'626f776c'::bigint) as \"isFree\"";
    expect((await server.query<{ isFree: boolean }>(migrateLock)).rows).toEqual([{ isFree: false }]);
    await server.query("rollback");
    await copying;
  });
});

test("a missing master key is said before anything is copied", async () => {
  const other = buildMasterKeys([Buffer.alloc(32, 6)]);
  const { signal } = new AbortController();
  await expect(copyDatabase({ source, target, masterKeys: other, log, signal })).rejects.toThrow(
    "which was not given",
  );
  expect((await dump(target)).company).toEqual([]);
});

test("a source of another version is refused", async () => {
  await withClient(source, (client) =>
    client.query("delete from migration where number = (select max(number) from migration)"),
  );
  await expect(copy()).rejects.toThrow(/older version of Bowline \(it lacks \d{4}-[\w-]+\.sql\)/);
  await withClient(source, (client) =>
    expect(checkMigrated(client)).rejects.toThrow("Start the server of this version on it once."),
  );
});

test("a user without rights over the server, with schemas of its own, gets the copy", async () => {
  const { database } = target.connectionConfig;
  const user = `mover_${database}`;
  await withClient(target, async (client) => {
    await client.query("drop schema public cascade");
    await client.query(`create role ${user} login password 'moving'`);
    await client.query(`create schema bowline authorization ${user}`);
    await client.query(`create schema pgboss authorization ${user}`);
    await client.query(`alter role ${user} in database ${database} set search_path = bowline`);
  });
  const settings = { databasePool: 2, databaseStatementTimeoutMs: 15_000 };
  const owned = await openPool({ ...target.connectionConfig, user, password: "moving" }, settings, log);
  try {
    await copy(undefined, owned);
    expect(await dump(owned, "bowline")).toEqual(await dump(source));
  } finally {
    await owned.close();
    await withClient(target, (client) => client.query(`drop owned by ${user}; drop role ${user}`));
  }
});
