import type { Socket } from "node:net";
import pg from "pg";
import type { CallBudget } from "../../runtime.ts";
import type { DatabaseTarget, Link, Rows, Session, Statement } from "../dialect.ts";
import { nameRows } from "../name-rows.ts";
import { refuseNoQuery, SqlFailure } from "../sql-failure.ts";
import { ArrayTypes } from "./array-types.ts";
import { readTable, type TableRow, tablesQuery } from "./find-tables.ts";
import { queryLimited } from "./limited-query.ts";
import { readTypes } from "./read-types.ts";
import { type BackendKey, sendCancelRequest } from "./send-cancel-request.ts";
import { parseTableName } from "./table-name.ts";
import { buildTlsOptions } from "./tls-options.ts";

/** Dates as ISO 8601 in UTC, bytes in hexadecimal, whatever the database's settings are. */
const settings = {
  DateStyle: "ISO",
  TimeZone: "UTC",
  IntervalStyle: "iso_8601",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
};
/**
 * Writes a query that sets them for one transaction: poolers refuse settings at the login (`options`), and may give the next transaction another
 * session. After a query, the transaction cannot be made one that writes any more.
 */
function applySettings(readOnly: boolean): string {
  const all = { ...settings, ...(readOnly && { default_transaction_read_only: "on" }) };
  const calls = Object.entries(all).map(
    ([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`,
  );
  return `SELECT pg_catalog.set_config('statement_timeout', $1, true), ${calls.join(", ")}`;
}

/** Logs in to PostgreSQL through an open socket. */
export async function openPostgresqlLink(socket: Socket, target: DatabaseTarget): Promise<Link> {
  const { host, port, database, user, password, sslMode } = target;
  // The driver wants to connect its socket; this one is connected to an address that was checked.
  socket.connect = () => {
    process.nextTick(() => socket.emit("connect"));
    return socket;
  };
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    password,
    ssl: sslMode === "disable" ? false : buildTlsOptions(target),
    stream: () => socket,
    types: readTypes,
    application_name: "Bowline",
  });
  refuseUnreadable(client, socket);
  const link = new PostgresqlLink(client, socket, target);
  try {
    await client.connect();
    endCopyIn(client);
    return link;
  } catch (error) {
    link.end();
    throw error;
  }
}

/** What the driver's types leave out. */
interface MessageReader {
  attachListeners(stream: Socket): void;
}

interface CopyReader {
  on(event: "copyInResponse", listener: () => void): void;
  sync(): void;
}

/** A message that the driver cannot read makes it throw where nothing catches it, which would end the process. */
function refuseUnreadable(client: pg.Client, socket: Socket): void {
  const reader = (client as unknown as { connection: MessageReader }).connection;
  const attach = reader.attachListeners;
  reader.attachListeners = (stream) => {
    attach.call(reader, stream);
    // The socket itself, or TLS on it.
    for (const read of stream.listeners("data")) {
      stream.off("data", read as () => void);
      stream.on("data", (chunk) => {
        try {
          read.call(stream, chunk);
        } catch {
          socket.destroy(new Error("A message cannot be read."));
        }
      });
    }
  };
}

/**
 * Nothing is copied in. The driver says so, but the database has ignored the end of the call, which was sent before, and would wait for it
 * until the call's time is over. To be called after the login, so that it comes after the driver's own message.
 */
function endCopyIn(client: pg.Client): void {
  const { connection } = client as unknown as { connection: CopyReader };
  connection.on("copyInResponse", () => connection.sync());
}

class PostgresqlLink implements Link {
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #target: DatabaseTarget;
  readonly #arrayTypes: ArrayTypes;
  #isUsable = true;

  constructor(client: pg.Client, socket: Socket, target: DatabaseTarget) {
    this.#client = client;
    this.#arrayTypes = new ArrayTypes(client);
    this.#socket = socket;
    this.#target = target;
    const end = () => {
      this.#isUsable = false;
    };
    // Without a listener, an error of an idle connection would end the process.
    client.on("error", end);
    client.on("end", end);
    socket.on("close", end);
  }

  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  get isUsable(): boolean {
    return this.#isUsable && !this.#socket.destroyed;
  }

  end(): void {
    this.#isUsable = false;
    this.#socket.destroy();
  }

  /** @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS */
  async cancel(socket: Socket): Promise<void> {
    // The driver's types leave them out. Before the login there is nothing to cancel.
    const { processID, secretKey } = this.#client as unknown as BackendKey;
    if (processID !== null && secretKey !== null) {
      await sendCancelRequest(socket, this.#target, { processID, secretKey });
    }
  }

  async transact<Result>(
    { timeoutMs }: CallBudget,
    task: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { readOnly, user, database } = this.#target;
    const limit = String(Math.max(1, Math.ceil(timeoutMs)));
    await this.#client.query(readOnly ? "BEGIN READ ONLY" : "BEGIN");
    await this.#client.query(applySettings(readOnly), [limit]);
    const account = `${user}@${database}`;
    const session = new PostgresqlSession(this.#client, this.#arrayTypes, { readOnly, account });
    try {
      const result = await task(session);
      await this.#client.query(readOnly ? "ROLLBACK" : "COMMIT");
      await this.#reset();
      return result;
    } catch (error) {
      if (this.isUsable) {
        await this.#client.query("ROLLBACK").catch(() => this.end());
        await this.#reset();
      }
      throw error;
    }
  }

  /** Ends what a statement may have left in the session: settings, roles, temporary tables, locks. */
  async #reset(): Promise<void> {
    await this.#client.query("DISCARD ALL").catch(() => this.end());
  }
}

class PostgresqlSession implements Session {
  readonly returnsInserted = true;
  readonly #client: pg.Client;
  readonly #arrayTypes: ArrayTypes;
  readonly #readOnly: boolean;
  readonly account: string;

  constructor(
    client: pg.Client,
    arrayTypes: ArrayTypes,
    { readOnly, account }: { readOnly: boolean; account: string },
  ) {
    this.#client = client;
    this.#arrayTypes = arrayTypes;
    this.#readOnly = readOnly;
    this.account = account;
  }

  async listTables(limit: number) {
    const text = `${tablesQuery} ORDER BY 4 DESC, 1, 2 LIMIT $1`;
    const { rows } = await this.#client.query<TableRow>(text, [limit + 1]);
    return { tables: rows.slice(0, limit).map(readTable), isCut: rows.length > limit };
  }

  async findTable(name: string) {
    const path = parseTableName(name);
    const isOwn = path.length === 1;
    const schema = isOwn ? "n.nspname = pg_catalog.current_schema()" : "n.nspname = $2";
    const text = `${tablesQuery} AND c.relname = $1 AND ${schema}`;
    const { rows } = await this.#client.query<TableRow>(text, isOwn ? path : path.toReversed());
    const [row] = rows;
    return row === undefined ? null : readTable(row);
  }

  async run({ text, values }: Statement, maxRows: number): Promise<Rows> {
    const result = await queryLimited(this.#client, { text, values }, maxRows);
    const { fields, command, rowCount } = result;
    if (command === "COPY" && /\bstdout\b/i.test(text)) {
      throw new SqlFailure("downstreamRefused", "COPY … TO STDOUT returns no rows. Use a query.");
    }
    const rows = result.rows.slice(0, maxRows);
    await this.#arrayTypes.readArrays(fields, rows);
    const columns = fields.map(({ name }) => name);
    return {
      rows: nameRows(columns, rows),
      affectedRows: command !== null && changing.has(command) ? rowCount : null,
      isCut: result.rows.length > maxRows,
    };
  }

  /**
   * A cursor takes only queries, none with a part that writes, and only one: with it, a connection that only reads runs nothing else,
   * such as `COPY … TO PROGRAM`, which a read-only transaction allows. `EXPLAIN` and `SHOW` take no cursor.
   */
  async runOwn({ text, values }: Statement, maxRows: number): Promise<Rows> {
    if (text.includes("\0")) {
      throw new SqlFailure("downstreamRefused", "The statement holds the character NUL.");
    }
    const isShort = /^\s*(?:explain|show)\b/i.test(text);
    if (isShort || !this.#readOnly) {
      return this.run({ text, values }, maxRows);
    }
    const declaration = `DECLARE bowline_rows NO SCROLL CURSOR FOR ${text}`;
    await this.#client.query(extended({ text: declaration, values })).catch((error: unknown) => {
      throw isQuery.test(text) ? error : describeNoQuery(error);
    });
    return this.run({ text: `FETCH FORWARD ${maxRows + 1} FROM bowline_rows`, values: [] }, maxRows);
  }
}

/** `WITH` may begin a statement that writes, which the database says by itself. */
const isQuery = /^\s*(?:select|values|table|with)\b/i;
const syntaxError = "42601";

/** A statement that is no query is a syntax error after `DECLARE … FOR`, which says nothing to somebody who did not write that. */
const describeNoQuery = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === syntaxError
    ? refuseNoQuery(` The database says: ${error.message}`)
    : error;

/** The extended protocol takes one statement; without values, the driver would choose the one that takes several. */
const extended = ({ text, values }: Statement): pg.QueryConfig & { queryMode: "extended" } => ({
  text,
  values,
  queryMode: "extended",
});

const changing: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
