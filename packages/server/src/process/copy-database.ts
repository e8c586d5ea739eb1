import pg from "pg";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { checkNoServer, checkUnused } from "../db/copy/check-unused.ts";
import { CopyRefusal } from "../db/copy/copy-refusal.ts";
import { type CopiedTable, copyTables } from "../db/copy/copy-tables.ts";
import { listTables } from "../db/copy/stored-tables.ts";
import { checkMigrated, holdsCompanies, migrate } from "../db/migrate.ts";
import type { Database } from "../db/open-database.ts";
import { prepareLongSession } from "../db/session-settings.ts";
import { createJobTables } from "../jobs/queues.ts";
import type { Logger } from "../log/logger.ts";
import type { MasterKeys } from "../master-keys.ts";
import { unwrapDataKey } from "../vault/data-key.ts";

export interface CopyOptions {
  source: Database;
  target: Database;
  masterKeys: MasterKeys;
  log: Logger;
  /** Stops the copy before its commit; the target's tables stay without rows then. */
  signal: AbortSignal;
}

export interface Copy {
  /** All tables by name. */
  tables: CopiedTable[];
  /** How many data keys the master keys opened in the target. */
  dataKeys: number;
}

/**
 * Copies a database to an empty one (decisions D43a). The target gets this version's tables first. Everything else is one transaction
 * there, and one at the source, where nothing changes.
 *
 * @throws CopyRefusal before anything was copied: a server uses one of the two, the target has data, or is the source
 * @throws MigrationError when the source is of another version
 * @throws VaultError when a master key is missing
 */
export async function copyDatabase(options: CopyOptions): Promise<Copy> {
  const { source, target, log, masterKeys, signal } = options;
  return withClient(source, async (from) => {
    await from.query("begin isolation level repeatable read read only");
    await checkSource(from, masterKeys);
    return withClient(target, async (to) => {
      await checkTarget(from, to);
      const stop = () => {
        // With a running statement, an end closes the connection at once.
        void from.end();
        void to.end();
      };
      signal.addEventListener("abort", stop);
      try {
        signal.throwIfAborted();
        await createTables(target, log);
        const copy = await copyInTransaction(from, to, masterKeys);
        signal.throwIfAborted();
        signal.removeEventListener("abort", stop);
        await to.query("commit");
        // Without it, the first plans would be those for empty tables.
        await to.query("analyze").catch((error) => log.warn({ err: error }, "the copy was not analyzed"));
        return copy;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    });
  });
}

/** By another name than a server's connections have. */
const session = { application_name: "bowline-copy", keepAlive: true };

async function withClient<Result>(
  { connectionConfig }: Database,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connectionConfig, ...session });
  client.on("error", () => {});
  try {
    await client.connect();
    await prepareLongSession(client);
    return await work(client);
  } finally {
    // This also rolls back what was not committed.
    await client.end().catch(() => {});
  }
}

async function checkSource(from: pg.Client, masterKeys: MasterKeys): Promise<void> {
  if (!(await holdsCompanies(from))) {
    throw new CopyRefusal("There is nothing to copy: no server has used the source yet.");
  }
  await checkNoServer(from, "The source");
  await checkMigrated(from);
  await openDataKeys(from, masterKeys);
}

/** Each of the two takes the same lock, which only one session of a database gets. */
async function checkTarget(from: pg.Client, to: pg.Client): Promise<void> {
  if (!(await tryCopyLock(from))) {
    throw new CopyRefusal("The source is being copied already.");
  }
  if (!(await tryCopyLock(to))) {
    throw new CopyRefusal(
      "The target is the database of the settings, which is the source, or another copy to it runs. To copy the embedded database, leave DATABASE_URL unset.",
    );
  }
  await checkNoServer(to, "The target");
  await checkUnused(to, await listTables(from));
}

async function tryCopyLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>('select pg_try_advisory_lock($1) as "isTaken"', [
    advisoryLocks.copyDatabase,
  ]);
  return rows[0]?.isTaken === true;
}

/** Each migration is a transaction of its own, as at a server's start. */
async function createTables({ connectionConfig }: Database, log: Logger): Promise<void> {
  const pool = new pg.Pool({ ...connectionConfig, ...session, max: 2, onConnect: prepareLongSession });
  pool.on("error", () => {});
  try {
    await migrate(pool, log);
    await createJobTables(pool);
  } finally {
    await pool.end();
  }
}

async function copyInTransaction(from: pg.Client, to: pg.Client, masterKeys: MasterKeys): Promise<Copy> {
  await to.query("begin");
  // A server that starts now waits, and then finds the copy.
  await to.query("select pg_advisory_xact_lock($1), pg_advisory_xact_lock($2)", [
    advisoryLocks.migrate,
    advisoryLocks.bootstrap,
  ]);
  await checkUnused(to, await listTables(from));
  const tables = await copyTables(from, to);
  return { tables, dataKeys: await openDataKeys(to, masterKeys) };
}

/** @returns how many there are */
async function openDataKeys(client: pg.Client, masterKeys: MasterKeys): Promise<number> {
  const { rows } = await client.query<{ wrapped: Buffer }>(
    "select wrapped_data_key as wrapped from company union all select wrapped_data_key from server_data_key",
  );
  for (const { wrapped } of rows) {
    unwrapDataKey(masterKeys, wrapped);
  }
  return rows.length;
}
