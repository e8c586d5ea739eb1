import type pg from "pg";
import { CopyRefusal } from "./copy-refusal.ts";
import { listTables, type StoredTable } from "./stored-tables.ts";

/** What the tables themselves begin with. */
const filledByMigrations = new Set(["migration", "history_rollup", "pgboss.version"]);

const maxNamed = 5;

/**
 * Checks that no server uses a database.
 *
 * @param which how the message calls the database, such as `The target`
 * @throws CopyRefusal
 */
export async function checkNoServer(client: pg.ClientBase, which: string): Promise<void> {
  const { rows: connected } = await client.query<{ count: number }>(`select count(*)::integer as count
    from pg_stat_activity where datname = current_database() and application_name = 'bowline' and pid <> pg_backend_pid()`);
  const { rows: noted } = await client.query<{ has: boolean }>(
    "select to_regclass('server_process') is not null as has",
  );
  // The address may give the connections another name.
  const alive = noted[0]?.has
    ? await client.query("select from server_process where alive_date > now() - interval '30 seconds'")
    : null;
  if ((connected[0]?.count ?? 0) > 0 || (alive?.rowCount ?? 0) > 0) {
    throw new CopyRefusal(
      `${which} is used by a server. Stop every server on it and try again; after one was killed, wait for half a minute.`,
    );
  }
}

/**
 * Checks that a database is empty: it has no tables but those that a server makes at its start, and no rows in them.
 *
 * @param tables those of the database that will be copied
 * @throws CopyRefusal
 */
export async function checkUnused(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<void> {
  const known = new Set(tables.map(({ name }) => name));
  const found = await listTables(client);
  const others = found.filter(({ name }) => !known.has(name));
  if (others.length > 0) {
    throw new CopyRefusal(
      `The target has tables that are not Bowline's: ${listNames(others)}. ${howToMakeAnother}`,
    );
  }
  const filled: StoredTable[] = [];
  for (const table of found) {
    const isOurs = filledByMigrations.has(table.name);
    if (!isOurs && (await client.query(`select from ${table.address} limit 1`)).rowCount === 1) {
      filled.push(table);
    }
  }
  if (filled.length > 0) {
    throw new CopyRefusal(
      `The target has data: a server, or another program, has used it (${listNames(filled)}). ${howToMakeAnother}`,
    );
  }
}

const howToMakeAnother = "Name an empty database; nothing was copied, and nothing was changed.";

function listNames(tables: readonly StoredTable[]): string {
  const names = tables.map(({ name }) => name);
  return names.length > maxNamed
    ? `${names.slice(0, maxNamed).join(", ")} and ${names.length - maxNamed} more`
    : names.join(", ");
}
