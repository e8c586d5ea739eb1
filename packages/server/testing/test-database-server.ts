import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { lockDataFolder } from "../src/db/embedded/data-folder-lock.ts";
import { stopOrphan } from "../src/db/embedded/stop-postmaster.ts";
import { openEmbeddedPostgres } from "../src/db/embedded-postgres.ts";
import { migrate } from "../src/db/migrate.ts";
import { createLogger } from "../src/log/logger.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this test run. */
    testDatabaseServer: { host: string; port: number; user: string; password: string };
  }
}

/** Cloned by `createTestDatabase`. */
export const templateDatabase = "bowline";

const folderPrefix = "bowline-test-database-";
const log = createLogger({ level: "error", isTerminal: true });

/** vitest's globalSetup: one PostgreSQL with a migrated database for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), folderPrefix));
  const server = await openEmbeddedPostgres({
    dataDir,
    log,
    settings: { fsync: "off", full_page_writes: "off", max_connections: "300" },
  });
  const tearDown = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    const { database, ...address } = server.connectionConfig;
    const pool = new pg.Pool({ ...address, database, max: 1 });
    await migrate(pool, log).finally(() => pool.end());
    project.provide("testDatabaseServer", address);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** A test run that was killed leaves its PostgreSQL and its folder behind. */
async function clearLeftovers(): Promise<void> {
  const minuteMs = 60_000;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) {
      continue;
    }
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    // A younger one may be of a run that is about to lock it.
    if (!found || Date.now() - found.ctimeMs < minuteMs) {
      continue;
    }
    try {
      const lock = await lockDataFolder(folder);
      await stopOrphan(join(folder, "postgres"), log);
      await rm(folder, { recursive: true });
      lock.release();
    } catch {} // in use, or another user's
  }
}
