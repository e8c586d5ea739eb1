import type { Connection } from "mysql2";
import type { Rows, Session, Statement, Table } from "../dialect.ts";
import { nameRows } from "../name-rows.ts";
import { refuseNoQuery, SqlFailure } from "../sql-failure.ts";
import { typeValue } from "./bind-value.ts";
import { prepareStatement, type Result, type ResultLimit, runText } from "./execute-statement.ts";
import {
  type ColumnRow,
  columnsQuery,
  maybeJson,
  readTable,
  type TableRow,
  tablesQuery,
} from "./find-tables.ts";
import { readFirstWord } from "./first-word.ts";
import { quoteName } from "./quote-name.ts";
import type { ServerFacts } from "./server-facts.ts";

/** Statements whose number of rows says what they changed. */
const changes = new Set(["insert", "update", "delete", "replace", "load", "call", "with"]);
const returningChanges = new Set(["insert", "delete", "replace"]);
const queries = new Set(["select", "with", "values", "table"]);
/** The database may not know their columns before it runs them. */
const reports = new Set(["show", "explain", "describe", "desc"]);
/** What others leave in a session, such as `USE`, `SET ROLE` or `LOCK TABLES`, a reset does not end everywhere. */
const traceless = new Set([...queries, ...reports, "insert", "update", "delete", "replace"]);
const notPreparable = 1295;

export interface SessionParts {
  connection: Connection;
  facts: ServerFacts;
  database: string;
  account: string;
  readOnly: boolean;
  /** Keeps the connection from being used for another transaction. */
  drop: () => void;
}

export class MysqlSession implements Session {
  readonly #parts: SessionParts;
  readonly account: string;
  readonly returnsInserted: boolean;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.account = parts.account;
    this.returnsInserted = parts.facts.canReturn;
  }

  async listTables(limit: number) {
    const { database } = this.#parts;
    const text = `${tablesQuery} ORDER BY CAST(TABLE_NAME AS BINARY) LIMIT ?`;
    const found = (await this.#query(text, [database, limit + 1])) as TableRow[];
    const some = found.slice(0, limit);
    const columns = await this.#listColumns(some.map(([name]) => name));
    const byTable = Map.groupBy(columns, ([table]) => table);
    const tables: Table[] = [];
    for (const row of some) {
      const table = readTable(database, row, byTable.get(row[0]) ?? []);
      if (table !== null) {
        tables.push(await this.#findJson(table));
      }
    }
    return { tables, isCut: found.length > limit };
  }

  async findTable(name: string): Promise<Table | null> {
    const { database } = this.#parts;
    const found = (await this.#query(`${tablesQuery} AND TABLE_NAME = ?`, [database, name])) as TableRow[];
    // The comparison may disregard case and more.
    const row = found.find(([stored]) => stored === name);
    const table = row === undefined ? null : readTable(database, row, await this.#listColumns([name]));
    return table === null ? null : this.#findJson(table);
  }

  /** Decides which texts are JSON. MariaDB says so where it describes a statement's columns. */
  async #findJson(table: Table): Promise<Table> {
    const asked = table.columns.filter(({ baseType }) => baseType === maybeJson);
    if (asked.length === 0) {
      return table;
    }
    const path = table.path.map(quoteName).join(".");
    const text = `SELECT ${asked.map(({ name }) => quoteName(name)).join(", ")} FROM ${path}`;
    // The user may lack the right to read one of them.
    const described = await prepareStatement(this.#parts.connection, text).catch(() => null);
    const formats = new Map(described?.columns.map(({ name, extendedFormat }) => [name, extendedFormat]));
    const columns = table.columns.map((column) =>
      column.baseType === maybeJson
        ? { ...column, baseType: formats.get(column.name) === "json" ? "json" : "longtext" }
        : column,
    );
    return { ...table, columns };
  }

  async #listColumns(tables: readonly string[]): Promise<ColumnRow[]> {
    if (tables.length === 0) {
      return [];
    }
    const text = `${columnsQuery} AND TABLE_NAME IN (${tables.map(() => "?").join(", ")}) ORDER BY TABLE_NAME, ORDINAL_POSITION`;
    const rows = (await this.#query(text, [this.#parts.database, ...tables])) as ColumnRow[];
    return rows.filter(([table]) => tables.includes(table));
  }

  async #query(text: string, values: unknown[]): Promise<unknown[][]> {
    const prepared = await prepareStatement(this.#parts.connection, text);
    return (await prepared.execute(values, { maxRows: Number.POSITIVE_INFINITY })).rows;
  }

  async run({ text, values }: Statement, maxRows: number): Promise<Rows> {
    const prepared = await prepareStatement(this.#parts.connection, text);
    const result = await prepared.execute(values, { maxRows });
    const { generatedKey } = result;
    return { ...readRows(result, readFirstWord(text)), ...(generatedKey !== undefined && { generatedKey }) };
  }

  /**
   * A read-only transaction does not stop everything: MariaDB's ends at `CREATE`, `CALL` and compound statements, and both write files
   * with `INTO OUTFILE`. So a connection that only reads runs a statement only if the database, when it prepares it, says that it returns
   * rows, and it is a query by its first word. Maintenance of tables also returns rows.
   */
  async runOwn({ text, values }: Statement, maxRows: number): Promise<Rows> {
    if (text.includes("\0")) {
      throw new SqlFailure("downstreamRefused", "The statement holds the character NUL.");
    }
    const { connection, readOnly, drop } = this.#parts;
    const typed = values.map(typeValue);
    const word = readFirstWord(text);
    if (!readOnly) {
      if (!traceless.has(word)) {
        drop();
      }
      if (queries.has(word)) {
        // What a query writes to a file must not be cut.
        await this.#limitQueries(/\binto\b/i.test(text) ? null : maxRows);
      }
      return readRows(await this.#runAny(text, typed, { maxRows }), word);
    }
    if (!queries.has(word) && !reports.has(word)) {
      throw refuseNoQuery();
    }
    // Queries that say a limit themselves are stopped.
    await this.#limitQueries(maxRows);
    const prepared = await prepareStatement(connection, text);
    if (queries.has(word) && prepared.columns.length === 0) {
      throw refuseNoQuery();
    }
    return readRows(await prepared.execute(typed, { maxRows, stop: drop }), word);
  }

  /** Limits queries that say no limit themselves to one row more than `maxRows`. Null: no limit. */
  async #limitQueries(maxRows: number | null): Promise<void> {
    const limit = maxRows === null ? "DEFAULT" : maxRows + 1;
    await runText(this.#parts.connection, `SET sql_select_limit = ${limit}`, { maxRows: 0 });
  }

  async #runAny(text: string, values: unknown[], limit: ResultLimit): Promise<Result> {
    const { connection } = this.#parts;
    try {
      const prepared = await prepareStatement(connection, text);
      return await prepared.execute(values, limit);
    } catch (error) {
      const isPreparable = !(error instanceof Error && "errno" in error && error.errno === notPreparable);
      if (isPreparable || values.length > 0) {
        throw error;
      }
      return runText(connection, text, limit);
    }
  }
}

function readRows({ columns, rows, rowCount, isCut, affectedRows }: Result, word: string): Rows {
  if (columns === null) {
    return { rows: [], affectedRows: changes.has(word) ? affectedRows : null, isCut: false };
  }
  return { rows: nameRows(columns, rows), affectedRows: returningChanges.has(word) ? rowCount : null, isCut };
}
