import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { migrate } from "../src/db/migrate.ts";
import { createLogger } from "../src/log/logger.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const migrations = new URL("../src/db/migrations/", import.meta.url);

/**
 * Makes a database as an earlier version left it.
 *
 * @param next the number of the first migration that it does not have, such as `0028`
 */
export async function createFormerDatabase(next: string): Promise<TestDatabase> {
  const db = await createTestDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  const folder = await mkdtemp(join(tmpdir(), "bowline-migrations-"));
  try {
    for (const name of (await readdir(migrations)).filter((file) => file < next)) {
      await cp(fileURLToPath(new URL(name, migrations)), join(folder, name));
    }
    await migrate(db.pool, createLogger({ level: "silent", isTerminal: false }), pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
  return db;
}
