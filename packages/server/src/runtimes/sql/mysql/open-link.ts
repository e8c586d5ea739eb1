import type { Socket } from "node:net";
import { type Connection, createConnection } from "mysql2";
import type { CallBudget } from "../../runtime.ts";
import type { DatabaseTarget, Link, Session } from "../dialect.ts";
import { maxSortedLength } from "./find-tables.ts";
import { pluginsWithoutTls } from "./guard-password.ts";
import { MysqlSession } from "./mysql-session.ts";
import { readValue } from "./read-value.ts";
import { loadServerFacts, type ServerFacts } from "./server-facts.ts";

/** UTF-8 both ways, times in UTC, and values that do not fit are refused, whatever the database's settings are. */
const sessionSettings = `NAMES utf8mb4, time_zone = '+00:00', max_sort_length = ${maxSortedLength * 4}, sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')`;

/** Logs in to MySQL or MariaDB through an open socket. */
export async function openMysqlLink(socket: Socket, target: DatabaseTarget): Promise<Link> {
  const connection = createMysqlConnection(socket, target);
  const link = new MysqlLink(connection, socket, target);
  try {
    await login(connection);
    link.facts = await loadServerFacts(connection);
    return link;
  } catch (error) {
    link.end();
    throw error;
  }
}

function login(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
}

function createMysqlConnection(socket: Socket, target: DatabaseTarget): Connection {
  const { host, port, database, user, password, sslMode, caCertificate } = target;
  const isEncrypted = sslMode !== "disable";
  // The name that a certificate is checked for when the host is an address, which has no server name in TLS.
  Object.assign(socket, { _host: host });
  return createConnection({
    stream: socket,
    host,
    port,
    database,
    user,
    password,
    // Without a limit here: the pool ends a login that takes too long.
    connectTimeout: 0,
    ...(isEncrypted && {
      ssl: {
        rejectUnauthorized: sslMode === "verify-full",
        verifyIdentity: sslMode === "verify-full",
        ...(caCertificate !== null && { ca: caCertificate }),
      },
    }),
    ...(isEncrypted ? { enableCleartextPlugin: true } : { authPlugins: pluginsWithoutTls }),
    // The server may not ask for files. A space before a parenthesis means what it means in the database.
    flags: ["-LOCAL_FILES", "-IGNORE_SPACE"],
    connectAttributes: { program_name: "Bowline" },
    charset: "utf8mb4",
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    typeCast: readValue,
    disableEval: true,
    maxPreparedStatements: 100,
  });
}

class MysqlLink implements Link {
  readonly #connection: Connection;
  readonly #socket: Socket;
  readonly #target: DatabaseTarget;
  #isUsable = true;
  facts: ServerFacts | null = null;

  constructor(connection: Connection, socket: Socket, target: DatabaseTarget) {
    this.#connection = connection;
    this.#socket = socket;
    this.#target = target;
    const end = () => {
      this.#isUsable = false;
    };
    // Without a listener, an error of an idle connection would end the process.
    connection.on("error", end);
    connection.on("end", end);
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

  /** A user may end the user's own connections. */
  async cancel(socket: Socket): Promise<void> {
    const { threadId } = this.#connection;
    const connection = createMysqlConnection(socket, this.#target);
    connection.on("error", () => {});
    await login(connection);
    await new Promise<void>((resolve) => connection.query(`KILL ${Number(threadId)}`, () => resolve()));
  }

  async transact<Result>(
    { timeoutMs }: CallBudget,
    task: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { readOnly, user, database } = this.#target;
    const facts = this.facts ?? (await loadServerFacts(this.#connection));
    const limit = facts.writeTimeLimit?.(timeoutMs);
    await this.#run(`SET ${sessionSettings}${limit === undefined ? "" : `, ${limit}`}`);
    await this.#run(`START TRANSACTION READ ${readOnly ? "ONLY" : "WRITE"}`);
    let isReusable = true;
    const session = new MysqlSession({
      connection: this.#connection,
      facts,
      database,
      account: `${user}@${database}`,
      readOnly,
      onTrace: () => {
        isReusable = false;
      },
    });
    try {
      const result = await task(session);
      await this.#run(readOnly ? "ROLLBACK" : "COMMIT");
      await this.#finish(isReusable);
      return result;
    } catch (error) {
      if (this.isUsable) {
        await this.#run("ROLLBACK").catch(() => this.end());
        await this.#finish(isReusable);
      }
      throw error;
    }
  }

  /** Ends what a statement may have left in the session: settings, prepared statements, temporary tables, locks. */
  async #finish(isReusable: boolean): Promise<void> {
    if (!isReusable) {
      this.end();
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.#connection.reset((error) => (error ? reject(error) : resolve()));
    }).catch(() => this.end());
  }

  #run(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connection.query(text, (error) => (error ? reject(error) : resolve()));
    });
  }
}
