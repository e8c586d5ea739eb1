import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { CopyRefusal } from "./copy-refusal.ts";
import {
  listPartitions,
  listSequences,
  listTables,
  type Sequence,
  type StoredTable,
  sortByReferences,
} from "./stored-tables.ts";

export interface CopiedTable {
  name: string;
  rows: number;
}

/**
 * Replaces all rows of the target's tables with those of the source, and moves its sequences to the same place. Rows are streamed, so
 * memory does not grow with a table.
 *
 * Both clients are in a transaction, and the caller ends both: the source's is `repeatable read`. Sequences are moved even when the
 * target's is rolled back.
 *
 * @returns all tables with the number of rows that both databases have, by name
 * @throws CopyRefusal when the tables of the two differ
 */
export async function copyTables(source: pg.ClientBase, target: pg.ClientBase): Promise<CopiedTable[]> {
  await createMissingPartitions(source, target);
  const pairs = await pairTables(source, target);
  await checkJobVersion(source, target);
  await prepareTables(target, pairs);
  for (const pair of pairs) {
    await copyRows(source, target, pair);
  }
  await copySequences(source, target);
  // A pending check of a foreign key forbids the change of triggers.
  await target.query("set constraints all immediate");
  for (const { to: table } of pairs) {
    await target.query(`alter table ${table.address} enable trigger user`);
  }
  const copied: CopiedTable[] = [];
  for (const pair of pairs) {
    copied.push({ name: pair.to.name, rows: await checkCount(source, target, pair) });
  }
  return copied.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A table in both databases. */
interface TablePair {
  from: StoredTable;
  to: StoredTable;
}

async function createMissingPartitions(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const existing = new Set((await listPartitions(target)).map(({ address }) => address));
  for (const { address, parent, bound } of await listPartitions(source)) {
    if (!existing.has(address)) {
      await target.query(`create table ${address} partition of ${parent} ${bound}`);
    }
  }
}

/** Pairs the tables, those first that others refer to. */
async function pairTables(source: pg.ClientBase, target: pg.ClientBase): Promise<TablePair[]> {
  const byName = new Map((await listTables(source)).map((table) => [table.name, table]));
  return sortByReferences(await listTables(target)).map((table) => {
    const original = byName.get(table.name);
    if (original === undefined || !hasSameColumns(original, table)) {
      throw new CopyRefusal(`The table ${table.name} is not the same in both databases. ${howToBringUp}`);
    }
    return { from: original, to: table };
  });
}

/** The rows say which steps of the queue's own migrations were taken. */
async function checkJobVersion(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const [before, after] = await Promise.all(
    [source, target].map((client) => client.query("select version from pgboss.version")),
  );
  if (before?.rows[0]?.version !== after?.rows[0]?.version) {
    throw new CopyRefusal(`The job queue of the source is of another version. ${howToBringUp}`);
  }
}

const howToBringUp = "Start the server of this version on the source once, stop it, and try again.";

const hasSameColumns = (one: StoredTable, other: StoredTable): boolean =>
  one.columns.join() === other.columns.join() && one.types.join() === other.types.join();

/** Empties the tables. What their triggers would write is copied itself; only foreign keys are checked. */
async function prepareTables(target: pg.ClientBase, pairs: readonly TablePair[]): Promise<void> {
  for (const { to: table } of pairs) {
    await target.query(`alter table ${table.address} disable trigger user`);
  }
  await target.query(`truncate ${pairs.map(({ to: table }) => table.address).join(", ")}`);
}

/** The binary format is the same in every version of PostgreSQL, and keeps every value as it is. */
async function copyRows(source: pg.ClientBase, target: pg.ClientBase, pair: TablePair): Promise<void> {
  const columns = pair.to.columns.join(", ");
  // A partitioned table is read with a query only.
  const reading = source.query(
    to(`copy (select ${columns} from ${pair.from.address}) to stdout (format binary)`),
  );
  const writing = target.query(from(`copy ${pair.to.address} (${columns}) from stdin (format binary)`));
  await pipeline(reading, writing);
}

async function copySequences(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const byName = new Map((await listSequences(source)).map((sequence) => [sequence.name, sequence]));
  for (const { name, address } of await listSequences(target)) {
    const { value, isCalled } = await readSequence(source, name, byName.get(name));
    await target.query("select setval($1::regclass, $2::bigint, $3::boolean)", [address, value, isCalled]);
  }
}

async function readSequence(
  source: pg.ClientBase,
  name: string,
  sequence: Sequence | undefined,
): Promise<{ value: string; isCalled: boolean }> {
  const found = sequence && (await source.query(`select last_value, is_called from ${sequence.address}`));
  const row = found?.rows[0] as { last_value: string; is_called: boolean } | undefined;
  if (row === undefined) {
    throw new CopyRefusal(`The source has no sequence ${name}.`);
  }
  return { value: row.last_value, isCalled: row.is_called };
}

async function checkCount(source: pg.ClientBase, target: pg.ClientBase, pair: TablePair): Promise<number> {
  const before = await countRows(source, pair.from);
  const after = await countRows(target, pair.to);
  if (before !== after) {
    throw new Error(`The table ${pair.to.name} has ${before} rows, of which ${after} arrived.`);
  }
  return after;
}

async function countRows(client: pg.ClientBase, { address }: StoredTable): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${address}`);
  return Number(rows[0]?.count);
}
