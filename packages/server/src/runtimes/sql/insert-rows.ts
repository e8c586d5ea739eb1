import type { TableInput } from "./build-statement.ts";
import { autoIncrement, type Column, type Session, type SqlSyntax, type Table } from "./dialect.ts";
import { runBuilt } from "./run-built.ts";

type Row = Record<string, unknown>;

interface Inserted {
  affectedRows: number | null;
  /** The new rows. Empty when the database does not tell them. */
  rows: Row[];
}

/** Adds rows. A database that does not return them is asked for them by their keys. */
export async function insertRows(
  task: { syntax: SqlSyntax; session: Session },
  input: TableInput,
  table: Table,
  maxRows: number,
): Promise<Inserted> {
  const run = (rows: Row[]) => runBuilt(task, "insert_rows", { table: input.table, rows }, table, maxRows);
  const { rows = [] } = input;
  const keyColumns = table.columns.filter(({ isPrimaryKey }) => isPrimaryKey);
  const isGenerated = (row: Row) => keyColumns.some((column) => isChosenByDatabase(column, row));
  if (task.session.returnsInserted || keyColumns.length === 0) {
    const { affectedRows, rows: returned } = await run(rows);
    return { affectedRows, rows: returned };
  }
  // The database tells one generated key for a statement.
  const parts = rows.some(isGenerated) ? rows.map((row) => [row]) : [rows];
  const keys: (Row | null)[] = [];
  let affectedRows = 0;
  for (const part of parts) {
    const done = await run(part);
    affectedRows += done.affectedRows ?? 0;
    keys.push(...part.map((row) => findKey(keyColumns, row, done.generatedKey)));
  }
  return { affectedRows, rows: (await readBack(task, input.table, table, keys)) ?? [] };
}

/** Zero and null are replaced by the next number, too. */
const isChosenByDatabase = ({ name }: Column, row: Row): boolean =>
  row[name] === undefined || row[name] === null || Number(row[name]) === 0;

/** Null: a key that the database chose, and does not tell. */
function findKey(columns: readonly Column[], row: Row, generated: number | string | undefined): Row | null {
  const key: Row = {};
  for (const column of columns) {
    const isCounted = column.default === autoIncrement && isChosenByDatabase(column, row);
    const value = isCounted ? generated : row[column.name];
    if (value === undefined || value === null) {
      return null;
    }
    key[column.name] = value;
  }
  return key;
}

/** Null: some row is not where it was put, for example because a trigger has changed its key. */
async function readBack(
  task: { syntax: SqlSyntax; session: Session },
  tableName: string,
  table: Table,
  keys: readonly (Row | null)[],
): Promise<Row[] | null> {
  const found: Row[] = [];
  for (const key of keys) {
    const row =
      key === null
        ? undefined
        : (await runBuilt(task, "get_row", { table: tableName, key }, table, 1)).rows[0];
    if (row === undefined) {
      return null;
    }
    found.push(row);
  }
  return found;
}
