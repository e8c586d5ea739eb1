import { afterAll, beforeAll, expect, test } from "vitest";
import { createFormerDatabase } from "../../testing/former-database.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../log/logger.ts";
import { migrate } from "./migrate.ts";

const log = createLogger({ level: "silent", isTerminal: false });
let db: TestDatabase;

/** A database of the former version. */
beforeAll(async () => {
  db = await createFormerDatabase("0028");
});
afterAll(() => db.drop());

const countWaiting = async (): Promise<number> => {
  const { rows } = await db.background.pool.query(`select count(*)::int as count from pg_locks
    where relation = 'execution'::regclass and not granted`);
  return rows[0].count;
};

test("a server that reads and deletes old records meanwhile does not stop the upgrade", async () => {
  const older = await db.background.pool.connect();
  try {
    await older.query("begin; select from execution");
    const upgrade = migrate(db.pool, log);
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1);
    await older.query("delete from execution; commit");
    expect(await upgrade).toEqual(
      expect.arrayContaining(["0028-history-keys.sql", "0029-history-keys-only.sql"]),
    );
  } finally {
    older.release();
  }
  const { rows } = await db.pool.query(`select indexname as name from pg_indexes
    where tablename = 'execution' and indexdef like '%api_key_id%' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    "execution_api_key",
    "execution_company",
    "execution_sample",
  ]);
});
