import pg from "pg";

export interface LimitedResult {
  fields: readonly pg.FieldDef[];
  /** At most one more than was asked for. */
  rows: unknown[][];
  /** Such as `INSERT`. Null: the statement was not run to its end. */
  command: string | null;
  rowCount: number | null;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** What the driver's types leave out. */
interface DriverQuery extends pg.Query {
  handleDataRow(message: unknown): void;
  handlePortalSuspended(): void;
  _getRows(connection: DriverConnection): void;
}

interface DriverConnection {
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
}

/** Also matches some queries, which are then read to their end. */
const mayChange = (text: string): boolean =>
  !/^\s*(?:select|values|table)\b/i.test(text) && /\b(?:insert|update|delete|merge)\b/i.test(text);

/**
 * Runs one statement and keeps only the first rows in memory. The database stops at one more than `maxRows`, unless the statement may change
 * rows: then it ends first, and says how many they are.
 */
export function queryLimited(
  client: pg.Client,
  { text, values }: Statement,
  maxRows: number,
): Promise<LimitedResult> {
  return new Promise((resolve, reject) => {
    const config = { text, values, queryMode: "extended", rowMode: "array" } as pg.QueryConfig;
    const query = new pg.Query(config, values, (error, result) =>
      error ? reject(error) : resolve(result as unknown as LimitedResult),
    ) as DriverQuery;
    const read = query.handleDataRow;
    let count = 0;
    query.handleDataRow = (message) => {
      count++;
      if (count <= maxRows + 1) {
        read.call(query, message);
      }
    };
    // The driver would ask for the rest of the rows.
    query.handlePortalSuspended = () => {};
    query._getRows = (connection) => {
      connection.execute({ portal: "", rows: mayChange(text) ? 0 : maxRows + 1 });
      connection.sync();
    };
    client.query(query);
  });
}
