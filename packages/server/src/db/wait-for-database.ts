import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log/logger.ts";
import { limitStatements } from "./limit-statements.ts";
import { isOutOfConnections } from "./sql-state.ts";

const oldestMajorVersion = 15;
const startingMs = 30_000;

/**
 * Waits up to 30 seconds for a database that is starting, and checks that the server can use it.
 *
 * @param signal resolves with the name of a signal that ends the wait
 * @throws Error that says what to do, as `openDatabase` does
 */
export async function waitForDatabase(
  connectionConfig: pg.ClientConfig,
  log: Logger,
  signal: Promise<string> = new Promise(() => {}),
): Promise<void> {
  let isStopped = false;
  const stopped = signal.then((name) => {
    isStopped = true;
    throw new Error(`${name} came while it waited for the database.`);
  });
  await Promise.race([stopped, waitUntilUsable(connectionConfig, log, () => isStopped)]);
}

async function waitUntilUsable(
  connectionConfig: pg.ClientConfig,
  log: Logger,
  isStopped: () => boolean,
): Promise<void> {
  const deadline = performance.now() + startingMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await checkServer(connectionConfig, log);
    } catch (error) {
      if (!mayBeStarting(error) || performance.now() > deadline || isStopped()) {
        throw explain(error, connectionConfig);
      }
      if (attempt === 0) {
        log.warn({ reason: (error as Error).message }, "waiting for the database");
      }
      await sleep(500);
    }
  }
}

async function checkServer(connectionConfig: pg.ClientConfig, log: Logger): Promise<void> {
  await withClient(connectionConfig, async (client) => {
    const database = await readProperties(client);
    const problem = findProblem(database);
    if (problem !== null) {
      throw new UnsuitableDatabaseError(problem);
    }
    if (database.encoding !== "UTF8") {
      log.warn({ encoding: database.encoding }, "not every text can be stored: the database is not in UTF8");
    }
    if (await withClient(connectionConfig, (other) => shareSessions(client, other))) {
      throw new UnsuitableDatabaseError(
        "DATABASE_URL leads to a pooler whose clients share sessions, such as PgBouncer with pool_mode=transaction. Bowline would miss changes there. Use the address of PostgreSQL itself, or of a pooler with pool_mode=session.",
      );
    }
  });
}

interface DatabaseProperties {
  /** Such as 150018 for 15.18. */
  version: number;
  name: string;
  userName: string;
  /** Such as `UTF8`. */
  encoding: string;
  /** Whether it has tables of an earlier start. */
  isInUse: boolean;
  isReadOnly: boolean;
  searchPath: string;
  /** Whether the search path leads to a schema that is there. */
  hasSchema: boolean;
  /** Whether the server may create its tables, and the schema of its jobs unless it is there. */
  mayCreate: boolean;
  /** Whether the server may use the tables of an earlier start, if there are any. */
  mayUse: boolean;
}

async function readProperties(client: pg.Client): Promise<DatabaseProperties> {
  const { rows } = await client.query<DatabaseProperties>(`SELECT
    current_setting('server_version_num')::integer AS version,
    quote_ident(current_database()) AS name,
    quote_ident(current_user) AS "userName",
    current_setting('server_encoding') AS encoding,
    to_regclass('company') IS NOT NULL AS "isInUse",
    current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('search_path') AS "searchPath",
    current_schema() IS NOT NULL AS "hasSchema",
    (has_database_privilege(current_database(), 'CREATE') OR to_regnamespace('pgboss') IS NOT NULL)
      AND coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
    coalesce(has_table_privilege(to_regclass('migration')::oid, 'INSERT'), true) AS "mayUse"`);
  return rows[0] as DatabaseProperties;
}

/** Returns null when the database can be used. */
function findProblem(database: DatabaseProperties): string | null {
  const { version, name, userName, encoding, isInUse, isReadOnly, mayCreate, mayUse } = database;
  const majorVersion = Math.floor(version / 10_000);
  if (majorVersion < oldestMajorVersion) {
    return `The database is PostgreSQL ${majorVersion}; ${oldestMajorVersion} or newer is needed. Upgrade it, or unset DATABASE_URL to use the embedded one.`;
  }
  if (isReadOnly) {
    return "The database takes no changes: DATABASE_URL may lead to a standby. Use the address of the primary.";
  }
  // Versions before took such a database, and what is in one must stay within reach.
  if (encoding !== "UTF8" && !isInUse) {
    return `The database has the encoding ${encoding}, which cannot hold every text. Make another one and name it in DATABASE_URL: CREATE DATABASE bowline OWNER ${userName} ENCODING 'UTF8' TEMPLATE template0;`;
  }
  if (!database.hasSchema) {
    return `The search_path of the user of DATABASE_URL is ${database.searchPath}, and the database has no such schema. Create it, or change the search_path.`;
  }
  if (!mayCreate) {
    return `The user of DATABASE_URL may not create tables and schemas in its database. Make it the owner: ALTER DATABASE ${name} OWNER TO ${userName};`;
  }
  return mayUse
    ? null
    : `The tables in the database belong to another user than ${userName}. Restore a dump as that user: pg_restore --no-owner -d "$DATABASE_URL" <file>`;
}

/** Whether a pooler gives two clients the same session in turn, or one client several sessions. */
async function shareSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await readProcessId(one);
  // Keeps its session until the connection ends.
  await other.query("BEGIN");
  return (await readProcessId(other)) === before || (await readProcessId(one)) !== before;
}

async function readProcessId(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
}

async function withClient<Result>(
  connectionConfig: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connectionConfig, connectionTimeoutMillis: 10_000 });
  limitStatements(client, 10_000);
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

class UnsuitableDatabaseError extends Error {}

/** Whether the database is not listening yet, still recovering, or shutting down to restart. */
function mayBeStarting(error: unknown): boolean {
  const codes = ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EAI_AGAIN", "ETIMEDOUT", "57P03", "57P01"];
  if (!(error instanceof Error)) {
    return false;
  }
  if (/Connection terminated|timeout/i.test(error.message)) {
    return true;
  }
  // A file that DATABASE_URL names is missing, such as a certificate.
  if ("syscall" in error && error.syscall === "open") {
    return false;
  }
  return "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

function explain(error: unknown, connectionConfig: pg.ClientConfig): Error {
  if (error instanceof UnsuitableDatabaseError) {
    return error;
  }
  const url = URL.parse(connectionConfig.connectionString ?? "");
  const place = url ? `${url.host}${url.pathname}` : (connectionConfig.host ?? "DATABASE_URL");
  const reason =
    error instanceof AggregateError ? error.errors.map(String).join(", ") : (error as Error).message;
  return new Error(`The database at ${place} cannot be used: ${reason}. ${advise(error)}`, { cause: error });
}

function advise(error: unknown): string {
  if (error instanceof Error && error.message.endsWith(", no encryption")) {
    return "It may want an encrypted connection: add sslmode=verify-full to DATABASE_URL.";
  }
  if (isUntrusted(error)) {
    return "Name the file of its certificate authority as sslrootcert in DATABASE_URL, or use sslmode=no-verify, which encrypts without checking whose certificate it is.";
  }
  return isOutOfConnections(error)
    ? "Let it take more connections (max_connections, or the CONNECTION LIMIT of its user or database), or make BOWLINE_DATABASE_POOL smaller."
    : "Check DATABASE_URL.";
}

/** Whether the certificate of the database is not signed by an authority that Node.js knows. */
const isUntrusted = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(String(error.code));
