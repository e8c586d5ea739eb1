import type { EventEmitter } from "node:events";
import type { Connection, FieldPacket, ResultSetHeader } from "mysql2";
import { SqlFailure } from "../sql-failure.ts";

/** The driver reads a packet for each placeholder, which takes about 30 µs of the event loop. */
const maxPlaceholders = 10_000;

/** What the driver's types leave out. */
interface PreparedStatement {
  columns: FieldPacket[];
  parameters: FieldPacket[];
  execute(values: unknown[]): EventEmitter;
}

export interface Result {
  /** Names of the columns of the first result. Null: the statement returned none. */
  columns: string[] | null;
  /** The rows of the first result; a procedure can return several. */
  rows: unknown[][];
  /** There were more rows than were asked for. */
  isCut: boolean;
  /** How many rows the first result has, whether they are in `rows` or not. */
  rowCount: number;
  affectedRows: number;
  /** The number that the database chose for an inserted row. */
  generatedKey?: number | string;
}

/** How much of a result is read. */
export interface ResultLimit {
  maxRows: number;
  /** Called at the first row beyond the limit; the rest is not waited for. Absent: the rest is read and dropped. */
  stop?: () => void;
}

/** A statement that the database has read but not run. */
export interface Prepared {
  /** The columns of the rows that it returns, as the database describes them. */
  columns: readonly FieldPacket[];
  /** @throws what `describeError` reads, or SqlFailure when the values do not fit */
  execute(values: unknown[], limit: ResultLimit): Promise<Result>;
}

/**
 * The protocol of prepared statements takes one statement, and sends values beside it.
 *
 * @throws SqlFailure when the text has too many placeholders. A question mark inside a string counts, too.
 */
export async function prepareStatement(connection: Connection, text: string): Promise<Prepared> {
  if (text.split("?", maxPlaceholders + 2).length > maxPlaceholders + 1) {
    throw new SqlFailure(
      "downstreamRefused",
      `A statement can have at most ${maxPlaceholders} values. Send fewer rows or conditions at once.`,
    );
  }
  const statement = await new Promise<PreparedStatement>((resolve, reject) => {
    connection.prepare(text, (error, prepared) =>
      error ? reject(error) : resolve(prepared as unknown as PreparedStatement),
    );
  });
  return {
    columns: statement.columns,
    execute: (values, limit) => {
      const { length } = statement.parameters;
      if (values.length !== length) {
        throw new SqlFailure(
          "downstreamRefused",
          `The statement has ${length} placeholders (?), and ${values.length} values were given.`,
        );
      }
      return collect(connection, () => statement.execute(values), limit);
    },
  };
}

/** Runs a statement that cannot be prepared. */
export const runText = (connection: Connection, text: string, limit: ResultLimit): Promise<Result> =>
  collect(connection, () => connection.query(text), limit);

function collect(
  connection: Connection,
  start: () => EventEmitter,
  { maxRows, stop }: ResultLimit,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const result: Result = { columns: null, rows: [], isCut: false, rowCount: 0, affectedRows: 0 };
    // The driver reports a lost connection to the connection only.
    const fail = (error: unknown) => {
      connection.off("error", fail);
      reject(error);
    };
    const finish = () => {
      connection.off("error", fail);
      resolve(result);
    };
    connection.on("error", fail);
    const command = start();
    command.on("error", fail);
    command.on("fields", (fields: FieldPacket[] | undefined) => {
      result.columns ??= fields?.map(({ name }) => name) ?? null;
    });
    command.on("result", (row: unknown[] | ResultSetHeader, index: number | undefined) => {
      if (!Array.isArray(row)) {
        result.affectedRows = row.affectedRows;
        if (row.insertId) {
          result.generatedKey = row.insertId;
        }
      } else if (index === 0) {
        result.rowCount++;
        result.isCut = result.rows.length >= maxRows;
        if (!result.isCut) {
          result.rows.push(row);
        } else if (stop !== undefined) {
          finish();
          stop();
        }
      }
    });
    command.on("end", finish);
  });
}
