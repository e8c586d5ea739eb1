import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { prepareWritableCheck } from "./check-writable.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

function openPool(options = ""): pg.Pool {
  const pool = new pg.Pool({ ...database.connectionConfig, options, max: 1 });
  // The database is dropped while the last connections are being closed.
  pool.on("error", () => {});
  return pool;
}

function check(options: string): Promise<boolean> {
  const pool = openPool(options);
  return prepareWritableCheck(pool, () => 0)().finally(() => pool.end());
}

test("a database takes changes unless it is a standby or its disk is full", async () => {
  await database.pool.query(`create schema full_disk;
    create function full_disk.generate_series(integer, integer) returns integer language plpgsql as
      $$ begin raise 'No space left on device' using errcode = 'disk_full'; end $$`);
  expect(await check("")).toBe(true);
  expect(await check("-c default_transaction_read_only=on")).toBe(false);
  expect(await check("-c search_path=full_disk,pg_catalog")).toBe(false);
});

test("a disk is found full after it had room, and has room again", async () => {
  let now = 0;
  const pool = openPool();
  const isWritable = prepareWritableCheck(pool, () => now);
  expect(await isWritable()).toBe(true);
  await pool.query("set search_path = full_disk, pg_catalog");
  now += 5000;
  expect(await isWritable()).toBe(false);
  await pool.query("reset search_path");
  expect(await isWritable()).toBe(true);
  await pool.end();
});

test("the check writes a temporary file", async () => {
  const pool = openPool();
  await prepareWritableCheck(pool, () => 0)();
  await pool.end();
  const countFiles = async () =>
    (
      await database.pool.query<{ files: number }>(
        "select temp_files::integer as files from pg_stat_database where datname = current_database()",
      )
    ).rows[0]?.files;
  await expect.poll(countFiles, { timeout: 20_000 }).toBeGreaterThan(0);
});
