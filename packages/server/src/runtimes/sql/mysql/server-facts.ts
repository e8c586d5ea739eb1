import type { Connection, RowDataPacket } from "mysql2";

/** What differs between MySQL, MariaDB and their versions. */
export interface ServerFacts {
  /** The number that the server gave to this connection. */
  connectionId: string;
  /** Whether an INSERT can return its rows. */
  canReturn: boolean;
  /** Writes the limit of a statement's time for SET. Null: the server has none. */
  writeTimeLimit: ((timeoutMs: number) => string) | null;
}

export async function loadServerFacts(connection: Connection): Promise<ServerFacts> {
  const version = await select(connection, "SELECT VERSION(), CONNECTION_ID()");
  const limits = await select(
    connection,
    "SHOW VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time')",
  );
  const text = String(version[0]?.[0]);
  const isMariaDb = /mariadb/i.test(text);
  const [major = 0, minor = 0] = text.split(".").map((part) => Number.parseInt(part, 10));
  const limit = limits[0]?.[0];
  return {
    connectionId: String(version[0]?.[1]),
    canReturn: isMariaDb && (major > 10 || (major === 10 && minor >= 5)),
    writeTimeLimit: limit === undefined ? null : (timeoutMs) => writeTimeLimit(String(limit), timeoutMs),
  };
}

/** MariaDB counts seconds and ends every statement; MySQL counts milliseconds and ends only queries. */
const writeTimeLimit = (variable: string, timeoutMs: number): string =>
  variable === "max_statement_time"
    ? `max_statement_time = ${Math.max(1, Math.ceil(timeoutMs)) / 1000}`
    : `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs))}`;

function select(connection: Connection, text: string): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    connection.query<RowDataPacket[][]>({ sql: text, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve(rows),
    );
  });
}
