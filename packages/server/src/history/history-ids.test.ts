import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildExecution } from "../../testing/execution-record.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../log/logger.ts";
import { HistoryWriter } from "./history-writer.ts";

const log = createLogger({ level: "silent", isTerminal: false });
const lastBlock = 2_147_484;
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.pool.query("truncate execution, history_block"));

const record = (companyId: number, requestId: string) =>
  buildExecution({ company_id: companyId, request_id: requestId });

const setLastBlock = (block: number) =>
  db.pool.query(
    "insert into history_block values (1, $1) on conflict (company_id) do update set last_block = $1",
    [block],
  );

test("each company has its own sequence of ids", async () => {
  const writer = new HistoryWriter(db.pool, log);
  const ids = await Promise.all([1, 1, 2, 2].map((company) => writer.write(record(company, "x"))));
  expect(ids).toEqual([1, 2, 1, 2]);
});

test("after 2,147,483,647 ids start again at 1 and skip those in use", async () => {
  const old = new HistoryWriter(db.pool, log);
  expect([await old.write(record(1, "a")), await old.write(record(1, "b"))]).toEqual([1, 2]);
  await setLastBlock(lastBlock - 1);
  const writer = new HistoryWriter(db.pool, log);
  const names = Array.from({ length: 650 }, (_, index) => `r${index}`);
  const ids = await Promise.all(names.map((name) => writer.write(record(1, name))));
  expect(ids.slice(0, 1)).toEqual([2_147_483_001]);
  expect(ids.slice(645)).toEqual([2_147_483_646, 2_147_483_647, 3, 4, 5]);
});

test("no record is lost when ids start again in a block that another server still uses", async () => {
  const slow = new HistoryWriter(db.pool, log);
  expect(await slow.write(record(1, "slow 1"))).toBe(1);
  await setLastBlock(lastBlock);
  const fast = new HistoryWriter(db.pool, log);
  expect(await fast.write(record(1, "fast 1"))).toBe(2);
  const ids = await Promise.all(["slow 2", "slow 3"].map((name) => slow.write(record(1, name))));
  expect(ids).toEqual([1001, 3]);
  const { rows } = await db.pool.query("select history_id, request_id from execution order by history_id");
  expect(rows.map((row) => [row.history_id, row.request_id])).toEqual([
    [1, "slow 1"],
    [2, "fast 1"],
    [3, "slow 3"],
    [1001, "slow 2"],
  ]);
});

test("one statement reserves the blocks of many companies", async () => {
  let statements = 0;
  const query = db.pool.query.bind(db.pool) as (...statement: unknown[]) => unknown;
  const counted = Object.assign(Object.create(db.pool), {
    query: (...statement: unknown[]) => {
      statements++;
      return query(...statement);
    },
  });
  const writer = new HistoryWriter(counted, log);
  const companies = Array.from({ length: 200 }, (_, index) => index + 1);
  const ids = await Promise.all(companies.map((company) => writer.write(record(company, "x"))));
  expect(new Set(ids)).toEqual(new Set([1]));
  expect(statements).toBeLessThanOrEqual(4);
});

test("several servers never assign the same id within a company", async () => {
  const writers = Array.from({ length: 4 }, () => new HistoryWriter(db.pool, log));
  const records = writers.flatMap((writer, server) =>
    Array.from({ length: 60 }, async (_, index) => {
      const company = 1 + (index % 5);
      return `${company}:${await writer.write(record(company, `${server} ${index}`))}`;
    }),
  );
  expect(new Set(await Promise.all(records)).size).toBe(240);
});
