import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import { readConfig } from "./config/config.ts";
import { createLogger } from "./log/logger.ts";
import { openDeps } from "./open-deps.ts";
import { openDatabaseVault } from "./process/prepare-database.ts";

test("a start that fails half-way closes what it has opened", async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "bowline-open-deps-"));
  const config = { ...readConfig({}), dataDir };
  const vault = await openDatabaseVault(config, database);
  const ended = new pg.Pool(database.connectionConfig);
  await ended.end();
  const broken = { ...database, background: { ...database.background, pool: ended } };
  const log = createLogger({ level: "silent", isTerminal: false });
  await expect(openDeps(config, log, broken, vault)).rejects.toThrow("after calling end");
  const countListeners = async () => {
    const { rows } = await database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'bowline-changes'",
    );
    return rows.length;
  };
  await expect.poll(countListeners).toBe(0);
  await database.drop();
  await rm(dataDir, { recursive: true });
});
