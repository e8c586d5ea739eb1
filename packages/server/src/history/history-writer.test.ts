import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildExecution } from "../../testing/execution-record.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { NewExecution } from "../db/history/encode-executions.ts";
import { createLogger } from "../log/logger.ts";
import { HistoryWriter } from "./history-writer.ts";

const log = createLogger({ level: "silent", isTerminal: false });
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query("truncate execution"));

const record = (requestId: string, changes: Partial<NewExecution["fields"]> = {}) =>
  buildExecution(
    { request_id: requestId, ...changes },
    { input: '{"fields":{"text":"a\\u0000b"}}', output: "[1]" },
  );

const listWritten = async () => {
  const { rows } = await db.pool.query("select history_id, request_id from execution order by history_id");
  return rows.map((row) => [row.history_id, row.request_id]);
};

/** A pool that counts its statements. */
function countingPool() {
  const pool = new pg.Pool({ ...db.connectionConfig, max: 3 });
  // The database may be removed before it has seen that the client ended.
  pool.on("error", () => undefined);
  const counts = { inserts: 0, blocks: 0 };
  const query = pool.query.bind(pool) as (...query: unknown[]) => unknown;
  const counted = Object.assign(Object.create(pool), {
    query: (statement: { text: string }, ...rest: unknown[]) => {
      counts[statement.text.startsWith("copy execution") ? "inserts" : "blocks"]++;
      return query(statement, ...rest);
    },
  }) as pg.Pool;
  return { pool: counted, counts, end: () => pool.end() };
}

test("a record is durable and complete when its id is returned", async () => {
  const writer = new HistoryWriter(db.pool, log);
  const historyId = await writer.write(record("one"));
  const { rows } = await db.pool.query("select * from execution");
  const { fields, ...texts } = record("one");
  const { created_date, ...expected } = { ...fields, ...texts };
  expect(rows).toEqual([
    {
      ...expected,
      history_id: historyId,
      data_size_bytes: expect.anything(),
      created_date: new Date(created_date),
    },
  ]);
  expect(Number(rows[0].data_size_bytes)).toBe(7);
});

test("waiting records are written together, each with its own id", async () => {
  const { pool, counts, end } = countingPool();
  const writer = new HistoryWriter(pool, log);
  const names = Array.from({ length: 200 }, (_, index) => `r${index}`);
  const ids = await Promise.all(names.map((name) => writer.write(record(name))));
  expect(new Set(ids).size).toBe(200);
  expect(await listWritten()).toEqual(names.map((name, index) => [ids[index], name]));
  expect(counts.blocks).toBe(1);
  expect(counts.inserts).toBeLessThan(5);
  await end();
});

test("more records than fit in one batch are written in several", async () => {
  const { pool, counts, end } = countingPool();
  const writer = new HistoryWriter(pool, log);
  const ids = await Promise.all(Array.from({ length: 600 }, (_, index) => writer.write(record(`r${index}`))));
  expect(new Set(ids).size).toBe(600);
  expect(counts.inserts).toBeGreaterThanOrEqual(3);
  await end();
});

test("a batch waits for records that keep arriving", async () => {
  const { pool, counts, end } = countingPool();
  const writer = new HistoryWriter(pool, log);
  /** Returns how many statements took so many records that came some turns of the event loop after one another. */
  const countInserts = async (count: number, turnsBetween: number) => {
    const before = counts.inserts;
    const writing = [writer.write(record("first"))];
    while (writing.length < count) {
      for (let turn = 0; turn < turnsBetween; turn++) {
        await nextTurn();
      }
      writing.push(writer.write(record("next")));
    }
    await Promise.all(writing);
    return counts.inserts - before;
  };
  await writer.write(record("takes the first ids"));
  expect(await countInserts(2, 1)).toBe(1);
  // On a busy machine, the turns may take longer than the batch waits.
  await expect.poll(() => countInserts(8, 1)).toBe(1);
  expect(await countInserts(2, 10)).toBe(2);
  await end();
});

test("two writers never assign the same id", async () => {
  const writers = [new HistoryWriter(db.pool, log), new HistoryWriter(db.pool, log)];
  const ids = await Promise.all(
    writers.flatMap((writer) => ["a", "b", "c"].map((name) => writer.write(record(name)))),
  );
  expect(new Set(ids).size).toBe(6);
  expect(await listWritten()).toHaveLength(6);
});

test("a record that arrives just as the last batch ends is written too", async () => {
  const writer = new HistoryWriter(db.pool, log);
  for (let turns = 0; turns < 12; turns++) {
    await writer.write(record("first"));
    for (let turn = 0; turn < turns; turn++) {
      await null;
    }
    expect(await writer.write(record("second")), `${turns} turns later`).toBeGreaterThan(0);
  }
});

test("a record that the database refuses gets no id and does not block others", async () => {
  const writer = new HistoryWriter(db.pool, log);
  const refused = { request_id: null as unknown as string };
  const ids = await Promise.all([
    writer.write(record("before")),
    writer.write(record("refused", refused)),
    writer.write(record("after")),
    writer.write(record("too large", { status_code: 2 ** 40 })),
    writer.write(record("of another type", { failure_kind: 404 as unknown as "timeout" })),
    writer.write(record("last")),
  ]);
  expect(ids.map((id) => id !== null)).toEqual([true, false, true, false, false, true]);
  await expect.poll(() => writer.count()).toEqual({ waiting: 0, lost: 3 });
  expect((await listWritten()).map(([, name]) => name)).toEqual(["before", "after", "last"]);
});

test("a record that the database refused is lost once, also when the database fails just after", async () => {
  const { pool, counts, end } = countingPool();
  const { query } = pool;
  let isBroken = false;
  // The first statement has both records, the next ones have one each.
  const breaking = Object.assign(Object.create(pool), {
    query: (...statement: unknown[]) => {
      if (counts.inserts === 2 && !isBroken) {
        isBroken = true;
        return query("select pg_terminate_backend(pg_backend_pid())");
      }
      return Reflect.apply(query, pool, statement);
    },
  }) as pg.Pool;
  const writer = new HistoryWriter(breaking, log);
  const refused = { request_id: null as unknown as string };
  const ids = await Promise.all([writer.write(record("refused", refused)), writer.write(record("after"))]);
  expect(ids).toEqual([null, expect.any(Number)]);
  await expect.poll(() => writer.count()).toEqual({ waiting: 0, lost: 1 });
  expect((await listWritten()).map(([, name]) => name)).toEqual(["after"]);
  await end();
});

test("records wait while the database is unavailable, and are written once it is back", async () => {
  const away = new pg.Pool({ ...db.connectionConfig, max: 1 });
  // The database may be removed before it has seen that the client ended.
  away.on("error", () => undefined);
  await db.pool.query("alter table execution rename to execution_away");
  const writer = new HistoryWriter(away, log);
  const writing = [writer.write(record("one")), writer.write(record("two"))];
  expect(writer.count()).toEqual({ waiting: 2, lost: 0 });
  setTimeout(() => db.pool.query("alter table execution_away rename to execution"), 500);
  const ids = await Promise.all(writing);
  expect(ids.every((id) => id !== null)).toBe(true);
  expect((await listWritten()).map(([, name]) => name)).toEqual(["one", "two"]);
  await away.end();
});

test("after five seconds write returns no id, and the record is still written later", async () => {
  await db.pool.query("alter table execution rename to execution_away");
  const writer = new HistoryWriter(db.pool, log);
  expect(await writer.write(record("late"))).toBeNull();
  await db.pool.query("alter table execution_away rename to execution");
  await expect.poll(listWritten).toEqual([[expect.any(Number), "late"]]);
});

test("close waits for records being written, but not forever", async () => {
  const writer = new HistoryWriter(db.pool, log);
  const written = writer.write(record("at the end"));
  await writer.close(20_000);
  expect(await listWritten()).toEqual([[await written, "at the end"]]);

  await db.pool.query("alter table execution rename to execution_away");
  const stuck = new HistoryWriter(db.pool, log);
  const historyId = stuck.write(record("never"));
  await stuck.close(300);
  expect(await historyId).toBeNull();
  await db.pool.query("alter table execution_away rename to execution");
});
