import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../logger.ts";
import { migrate } from "./migrate.ts";

const log = createLogger({ level: "silent", isTerminal: false });
const migrations = new URL("./migrations/", import.meta.url);
let db: TestDatabase;
let folder: string;

/** A database of the former version. */
beforeAll(async () => {
  db = await createTestDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  folder = await mkdtemp(join(tmpdir(), "bowline-migrations-"));
  for (const name of (await readdir(migrations)).filter((file) => file < "0028")) {
    await cp(fileURLToPath(new URL(name, migrations)), join(folder, name));
  }
  await migrate(db.pool, log, pathToFileURL(`${folder}/`));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

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
