import fc from "fast-check";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { countHistory } from "../../jobs/count-history.ts";
import type { Schema } from "../schema.ts";
import { deleteExecutionsBefore } from "./executions.ts";
import { countNextHour, findCountedTime } from "./history-hours.ts";
import { summarizeExecutions } from "./history-summary.ts";
import type { SummaryFilter } from "./summary-counts.ts";
import type { SummaryOptions } from "./summary-groups.ts";

const hourMs = 3_600_000;
/** A Monday, as the server has it. */
const origin = new Date(Date.UTC(2001, 0, 1));
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => clear());

async function clear(): Promise<void> {
  await db.background.pool.query(`truncate execution, history_hour, history_hour_changed;
    update history_rollup set since = date_bin('1 hour', now(), '2001-01-01Z'), until = date_bin('1 hour', now(), '2001-01-01Z')`);
  records = [];
}

interface TestRecord {
  companyId: number;
  accountUserId: number;
  tool: number;
  connectionId: number | null;
  apiKeyId: number | null;
  isSuccess: boolean;
  /** From now; negative: in the past. */
  offsetMs: number;
}

let records: (TestRecord & { at: number })[] = [];
let lastId = 0;

async function insert(added: readonly TestRecord[]): Promise<void> {
  const now = Date.now();
  const dated = added.map((record) => ({ ...record, at: now + record.offsetMs }));
  await db.background.pool.query(
    `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, connection_id, api_key_id, resolved_by, source,
       is_success, failure_kind, request_id, is_output_cut, created_date)
     select id, company, member, 'app_' || tool, 'app', connection, key, 'none', 'api', success,
       case when success then null else 'timeout' end, 'r', false, to_timestamp(at / 1000.0)
     from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::boolean[], $6::float8[], $7::int[], $8::int[])
       as sent (id, company, member, tool, success, at, connection, key)`,
    [
      dated.map(() => ++lastId),
      dated.map(({ companyId }) => companyId),
      dated.map(({ accountUserId }) => accountUserId),
      dated.map(({ tool }) => tool),
      dated.map(({ isSuccess }) => isSuccess),
      dated.map(({ at }) => at),
      dated.map(({ connectionId }) => connectionId),
      dated.map(({ apiKeyId }) => apiKeyId),
    ],
  );
  records.push(...dated);
}

async function deleteBefore(at: number): Promise<void> {
  await deleteExecutionsBefore(db.background.kysely, new Date(at));
  records = records.filter((record) => record.at >= at);
}

async function countAll(kysely = db.background.kysely): Promise<void> {
  while (await countNextHour(kysely)) {
    // Each hour is a transaction.
  }
}

/** How many rows of hours there are, and how many hours wait to be counted again. */
async function loadCounted(): Promise<{ rows: number; changed: number; isComplete: boolean }> {
  const { rows } = await db.background.pool.query(`select (select count(*)::int from history_hour) as rows,
    (select count(*)::int from history_hour_changed) as changed, since = '-infinity' as "isComplete" from history_rollup`);
  return rows[0];
}

const filterOf = (changes: Partial<SummaryFilter>): SummaryFilter => ({
  companyId: 1,
  accountUserId: null,
  toolSlug: null,
  applicationSlug: null,
  connectionId: null,
  toolsetId: null,
  apiKeyId: null,
  source: null,
  isSuccess: null,
  kind: null,
  search: null,
  from: new Date(Date.now() - 40 * 24 * hourMs),
  to: new Date(Date.now() + 3 * hourMs),
  ...changes,
});

type Numbers = Record<string, { count: number; failures: number }>;

async function readNumbers(filter: SummaryFilter, options: SummaryOptions): Promise<Numbers> {
  const rows = await summarizeExecutions(db.background.kysely, filter, options);
  const parts = rows.filter(({ start, place }) => start !== null && place !== null);
  return Object.fromEntries(
    parts.map(({ start, key, count, failures }) => [`${start?.getTime()} ${key}`, { count, failures }]),
  );
}

/** Counts what was inserted, without the database. */
function countRecords(filter: SummaryFilter, { intervalSeconds, groupBy }: SummaryOptions): Numbers {
  const numbers: Numbers = {};
  for (const { companyId, accountUserId, tool, connectionId, apiKeyId, isSuccess, at } of records) {
    const isWanted =
      companyId === filter.companyId &&
      at >= filter.from.getTime() &&
      at < filter.to.getTime() &&
      (filter.accountUserId === null || filter.accountUserId === accountUserId) &&
      (filter.toolSlug === null || filter.toolSlug === `app_${tool}`) &&
      (filter.apiKeyId === null || filter.apiKeyId === apiKeyId) &&
      (filter.isSuccess === null || filter.isSuccess === isSuccess);
    if (isWanted) {
      const intervalMs = intervalSeconds * 1000;
      const start = origin.getTime() + Math.floor((at - origin.getTime()) / intervalMs) * intervalMs;
      const keys = {
        tool: `app_${tool}`,
        member: String(accountUserId),
        connection: connectionId?.toString(),
        apiKey: apiKeyId?.toString(),
      };
      const key = groupBy === null ? null : (keys[groupBy as keyof typeof keys] ?? null);
      const { count, failures } = numbers[`${start} ${key}`] ?? { count: 0, failures: 0 };
      numbers[`${start} ${key}`] = { count: count + 1, failures: failures + (isSuccess ? 0 : 1) };
    }
  }
  return numbers;
}

const small = { min: 1, max: 3 };
/** Most are late: their hour may be counted already. */
const offset = fc.oneof(
  fc.integer({ min: -12 * hourMs, max: hourMs }),
  fc.integer({ min: -9 * 24 * hourMs, max: 0 }),
);
const record = fc.record({
  companyId: fc.integer({ min: 1, max: 2 }),
  accountUserId: fc.integer(small),
  tool: fc.integer(small),
  connectionId: fc.option(fc.integer(small)),
  apiKeyId: fc.option(fc.integer(small)),
  isSuccess: fc.boolean(),
  offsetMs: offset,
});
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(record, { minLength: 1, maxLength: 20 }) },
    { weight: 4, arbitrary: fc.constantFrom("count" as const, "count all" as const, "two servers" as const) },
    { weight: 1, arbitrary: offset },
  ),
  { minLength: 2, maxLength: 10 },
);
const question = fc.record({
  companyId: fc.integer({ min: 1, max: 2 }),
  accountUserId: fc.option(fc.integer(small)),
  toolSlug: fc.option(fc.constantFrom("app_1", "app_2")),
  apiKeyId: fc.option(fc.integer(small), { freq: 2 }),
  isSuccess: fc.option(fc.boolean()),
  groupBy: fc.constantFrom(
    "tool" as const,
    "member" as const,
    "connection" as const,
    "apiKey" as const,
    null,
  ),
  intervalSeconds: fc.constantFrom(900, 3600, 21_600, 86_400),
  hours: fc.tuple(offset, offset),
});

test("a summary of counted hours is that of the records, whatever is written, deleted and counted", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(question, { minLength: 5, maxLength: 5 }), async (work, questions) => {
      await clear();
      for (const step of work) {
        if (Array.isArray(step)) {
          await insert(step);
        } else if (typeof step === "number") {
          await deleteBefore(Date.now() + step);
        } else if (step === "count all") {
          await countAll();
        } else {
          const servers = step === "count" ? 1 : 2;
          await Promise.allSettled(
            Array.from({ length: servers }, () => countNextHour(db.background.kysely)),
          );
        }
      }
      for (const { groupBy, intervalSeconds, hours, ...fields } of questions) {
        const [from = 0, to = 0] = hours.toSorted((left, right) => left - right);
        const now = Date.now();
        const filter = filterOf({ ...fields, from: new Date(now + from), to: new Date(now + to + 1) });
        const options = { intervalSeconds, origin, groupBy };
        expect(await readNumbers(filter, options)).toEqual(countRecords(filter, options));
      }
    }),
    { numRuns: 20 },
  );
});

const make = (offsetMs: number): TestRecord => ({
  companyId: 1,
  accountUserId: 1,
  tool: 1,
  connectionId: null,
  apiKeyId: null,
  isSuccess: true,
  offsetMs,
});

test("of many members the largest are counted one by one and the rest together, from hours as from records", async () => {
  await clear();
  const options: SummaryOptions = { intervalSeconds: 3600, origin, groupBy: "member" };
  // Member 1 has one record, member 15 has fifteen.
  const members = Array.from({ length: 15 }, (_, index) => index + 1);
  await insert(
    members.flatMap((accountUserId) =>
      Array.from({ length: accountUserId }, () => ({ ...make(-5 * hourMs), accountUserId })),
    ),
  );
  const summarize = async () => {
    const rows = await summarizeExecutions(db.background.kysely, filterOf({}), options);
    return rows
      .filter(({ start, place }) => start === null && place !== null)
      .map(({ place, key, count }) => [place, key, count]);
  };
  const largest = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4];
  const expected = [[0, null, 1 + 2 + 3], ...largest.map((id, index) => [index + 1, String(id), id])];
  expect(await summarize()).toEqual(expected);
  await countAll();
  expect(await loadCounted()).toMatchObject({ rows: 15 });
  expect(await summarize()).toEqual(expected);
});
const days = { intervalSeconds: 86_400, origin, groupBy: null };

test("an upgrade right after an hour leaves out no record of it that is still to be written", async () => {
  // As if the present hour were over: its records are not late.
  await db.background.pool.query(`update history_rollup set since = date_bin('1 hour', now(), '2001-01-01Z') + interval '1 hour',
    until = date_bin('1 hour', now(), '2001-01-01Z') + interval '1 hour'`);
  await insert([make(-hourMs * 30)]);
  await countAll();
  await insert([make(0)]);
  await countAll();
  const options = { intervalSeconds: 3600, origin, groupBy: null };
  const filter = filterOf({ to: new Date(Math.ceil(Date.now() / hourMs) * hourMs) });
  expect(await readNumbers(filter, options)).toEqual(countRecords(filter, options));
  expect((await loadCounted()).rows).toBe(1);
});

test("what was recorded before the upgrade is counted, and then read from the hours", async () => {
  await insert(Array.from({ length: 500 }, (_, index) => make(-3 * hourMs - index * 600_000)));
  expect(await loadCounted()).toMatchObject({ rows: 0, isComplete: false });
  await countAll();
  expect(await loadCounted()).toMatchObject({ changed: 0, isComplete: true });
  expect((await loadCounted()).rows).toBeLessThan(90);
  // Shows that the hours are read: without triggers nothing is noted.
  await db.background.pool.query("alter table execution disable trigger user; delete from execution");
  const counts = Object.values(await readNumbers(filterOf({}), days)).map(({ count }) => count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
  await db.background.pool.query("alter table execution enable trigger user");
});

test("the hours of deleted records go with them", async () => {
  await insert(Array.from({ length: 100 }, (_, index) => make(-3 * hourMs - index * 600_000)));
  await countAll();
  await deleteBefore(Date.now() - 8 * hourMs);
  expect(await readNumbers(filterOf({}), days)).toEqual(countRecords(filterOf({}), days));
  await countAll();
  const { rows } = await db.background.pool.query("select sum(count)::int as count from history_hour");
  expect(rows[0].count).toBe(records.length);
  expect(await loadCounted()).toMatchObject({ changed: 0 });
});

test.each(["connection", "apiKey"] as const)(
  "groups by %s beyond the largest are counted as one, also from counted hours",
  async (groupBy) => {
    const ofGroup = (id: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...make((-3 - index) * hourMs),
        [`${groupBy}Id`]: id,
      }));
    await insert(Array.from({ length: 20 }, (_, index) => ofGroup(index + 1, 20 - index)).flat());
    const summarize = async () => {
      const rows = await summarizeExecutions(db.background.kysely, filterOf({}), {
        ...days,
        groupBy,
      });
      const groups = rows.filter(({ start, place }) => start === null && place !== null);
      return groups.map(({ place, key, count }) => ({ place, key, count }));
    };
    const expected = [
      { place: 0, key: null, count: 36 },
      ...Array.from({ length: 12 }, (_, index) => ({
        place: index + 1,
        key: `${index + 1}`,
        count: 20 - index,
      })),
    ];
    expect(await summarize()).toEqual(expected);
    await countAll();
    expect(await summarize()).toEqual(expected);
  },
);

test("records of hours that a clock counted too early are counted when the clock was set back", async () => {
  const record = {
    companyId: 1,
    accountUserId: 1,
    tool: 1,
    connectionId: null,
    apiKeyId: null,
    isSuccess: true,
  };
  await insert([{ ...record, offsetMs: -5 * hourMs }]);
  await countAll();
  // As if the clock had been a day ahead while the job ran, and a record had been written in time since.
  await db.background.pool.query(`alter table execution disable trigger execution_late;
    update history_rollup set until = until + interval '1 day'`);
  await insert([{ ...record, offsetMs: -3 * hourMs }]);
  await db.background.pool.query("alter table execution enable trigger execution_late");
  await countAll();
  const options: SummaryOptions = { intervalSeconds: 3600, origin, groupBy: "tool" };
  expect(await readNumbers(filterOf({}), options)).toEqual(countRecords(filterOf({}), options));
});

test("an emptied history has no counted hours", async () => {
  await insert(Array.from({ length: 100 }, (_, index) => make(-3 * hourMs - index * 600_000)));
  await countAll();
  await db.background.pool.query("truncate execution");
  expect(await readNumbers(filterOf({}), days)).toEqual({});
});

test("counting that is stopped goes on where it was", async () => {
  await insert(Array.from({ length: 10 }, (_, index) => make((-3 - index) * hourMs)));
  const stopping = new AbortController();
  stopping.abort(new Error("The server is closing."));
  await expect(countHistory(db.background.kysely, stopping.signal)).rejects.toThrow();
  expect(await loadCounted()).toMatchObject({ isComplete: false });
  await countHistory(db.background.kysely, new AbortController().signal);
  expect(await loadCounted()).toMatchObject({ rows: 10, isComplete: true });
});

test("an hour is not counted while a record of it may still be written", async () => {
  const { pool } = db.background;
  await pool.query(
    "update history_rollup set since = since - interval '12 hours', until = until - interval '12 hours'",
  );
  await insert([make(-5 * hourMs)]);
  // As if every transaction had begun six hours ago.
  await pool.query(`create schema older;
    create view older.pg_stat_activity as select datname, backend_xid, xact_start - interval '6 hours' as xact_start
      from pg_catalog.pg_stat_activity`);
  const later = new pg.Pool({
    ...db.connectionConfig,
    max: 1,
    options: "-c search_path=older,public,pg_catalog",
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: later }) });
  const writer = await pool.connect();
  try {
    await writer.query("begin; select pg_current_xact_id()");
    await countAll(kysely);
    expect((await loadCounted()).rows).toBe(0);
  } finally {
    await writer.query("rollback");
    writer.release();
    await kysely.destroy();
    await pool.query("drop schema older cascade");
  }
  await countAll();
  expect((await loadCounted()).rows).toBe(1);
});

test("a time with too many changed hours is read from records", async () => {
  await insert(Array.from({ length: 120 }, (_, index) => make(-3 * hourMs - index * hourMs)));
  await countAll();
  const find = () =>
    db.background.kysely
      .transaction()
      .execute((transaction) => findCountedTime(transaction, 1, filterOf({})));
  expect(await find()).toMatchObject({ changed: [] });
  await insert(Array.from({ length: 60 }, (_, index) => make(-3 * hourMs - 2 * index * hourMs)));
  expect(await find()).toBeNull();
  expect(await readNumbers(filterOf({}), days)).toEqual(countRecords(filterOf({}), days));
  await countAll();
  expect(await find()).toMatchObject({ changed: [] });
  expect(await readNumbers(filterOf({}), days)).toEqual(countRecords(filterOf({}), days));
});
