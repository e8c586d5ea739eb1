import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import type { Logger } from "../log/logger.ts";
import { advisoryLocks } from "./advisory-locks.ts";

interface Migration {
  number: number;
  /** The file's name, such as `0001-core.sql`. */
  name: string;
  sql: string;
  /** A notice to the operator before it runs: the text of its line `-- Notice: …`. */
  notice: string | null;
  /** SHA-256 of the SQL, hexadecimal. */
  checksum: string;
}

/** The database does not fit this version of the server. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Migrates the database to this server's version. Applies the files of `folder` that are not yet applied, in the order of their
 * numbers, each in its own transaction. Servers that start at the same time wait for each other.
 *
 * @param folder contains `NNNN-name.sql`; a later version may add a missing number
 * @returns the names of the files that were applied now
 * @throws MigrationError when a newer server migrated the database, or a file was changed after it had been applied
 */
export async function migrate(
  pool: pg.Pool,
  log: Logger,
  folder: URL = new URL("./migrations/", import.meta.url),
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  const applied: string[] = [];
  let isNew = false;
  try {
    for (
      let next = await applyNext(client, migrations, log);
      next;
      next = await applyNext(client, migrations, log)
    ) {
      isNew ||= next === migrations[0];
      if (!isNew) {
        log.info({ migration: next.name }, "database migrated");
      }
      applied.push(next.name);
    }
    if (isNew) {
      log.info({ migrations: applied.length }, "database set up");
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return applied;
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  const twice = migrations.find(({ number }, index) => migrations[index - 1]?.number === number);
  if (twice) {
    throw new MigrationError(`${twice.name} has the number of another migration.`);
  }
  return migrations;
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  if (Number.isNaN(number)) {
    throw new MigrationError(`${name} is not called NNNN-name.sql.`);
  }
  // A checkout on Windows may have different line ends.
  const sql = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
  const notice = /^-- Notice: (.+)$/m.exec(sql)?.[1] ?? null;
  return { number, name, sql, notice, checksum: hash("sha256", sql, "hex") };
}

/** The lock ends with the transaction, so this also works through a connection pooler. */
async function applyNext(
  client: pg.PoolClient,
  migrations: Migration[],
  log: Logger,
): Promise<Migration | undefined> {
  await client.query("begin");
  try {
    await client.query("set local statement_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrate]);
    await createMigrationTable(client);
    const applied = await readApplied(client);
    const next = checkApplied(migrations, applied);
    if (next) {
      // No migration of an empty database takes long.
      if (next.notice !== null && applied.length > 0 && (await holdsCompanies(client))) {
        log.warn({ migration: next.name }, next.notice);
      }
      await client.query(next.sql);
      await client.query("insert into migration (number, name, checksum) values ($1, $2, $3)", [
        next.number,
        next.name,
        next.checksum,
      ]);
    }
    await client.query("commit");
    return next;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * Checks that a database that was in use has this server's version. Changes nothing.
 *
 * @throws MigrationError as `migrate`, and when a migration is missing
 */
export async function checkMigrated(
  client: pg.ClientBase | pg.Pool,
  folder: URL = new URL("./migrations/", import.meta.url),
): Promise<void> {
  const next = checkApplied(await readMigrations(folder), await readApplied(client));
  if (next) {
    throw new MigrationError(
      `The database belongs to an older version of Bowline (it lacks ${next.name}). Start the server of this version on it once.`,
    );
  }
}

/** Whether the database was in use before. */
export async function holdsCompanies(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ table: string | null }>(`select to_regclass('company') as table`);
  return rows[0]?.table != null && (await client.query("select from company limit 1")).rowCount === 1;
}

type AppliedMigration = Pick<Migration, "number" | "name" | "checksum">;

async function createMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists migration (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_date timestamptz not null default now()
  )`);
}

async function readApplied(client: pg.ClientBase | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "select number, name, checksum from migration order by number",
  );
  return rows;
}

/** @returns the first migration that is not applied */
function checkApplied(migrations: Migration[], applied: AppliedMigration[]): Migration | undefined {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  const newer = applied.find(({ number }) => !byNumber.has(number));
  if (newer) {
    throw new MigrationError(
      `The database belongs to a newer version of Bowline (it has ${newer.name}). Start that version or a newer one; nothing was changed.`,
    );
  }
  const changed = applied.find(({ number, checksum }) => byNumber.get(number)?.checksum !== checksum);
  if (changed) {
    throw new MigrationError(
      `${changed.name} was changed after the database had been migrated with it. Restore the file and write a new migration; nothing was changed.`,
    );
  }
  const done = new Set(applied.map(({ number }) => number));
  return migrations.find(({ number }) => !done.has(number));
}
