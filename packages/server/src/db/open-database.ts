import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { DataFolderInUseError } from "./embedded/data-folder-lock.ts";
import { findRunningPostgres } from "./embedded/find-running-postgres.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import { limitStatements } from "./limit-statements.ts";
import type { Schema } from "./schema.ts";

const oldestMajorVersion = 15;
const startingMs = 30_000;
/** Shorter than the client-side limit, so that the database cancels a slow statement and its connection is kept. */
const statementMs = 4000;
const silentMs = 4500;
const readingMs = 5000;
const readingConnections = 3;
const backgroundConnections = 3;
/** The client-side limit when the statement timeout is 0. */
const longestStatementMs = 3_600_000;

/** Connections for one kind of work, so that other work never waits for it. */
export interface Connections {
  /** Bounded. */
  pool: pg.Pool;
  /** Uses the same pool. */
  kysely: Kysely<Schema>;
}

/** The connections for requests. Every statement ends within 5 seconds (decisions D86). */
export interface Database extends Connections {
  /**
   * Runs the queries of a list, a search, a report or an export. They use a few separate connections, for at most 5 seconds
   * (decisions D85).
   *
   * @throws ReadingTimeError after 5 seconds
   */
  read<Result>(run: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** For work that may take longer: imports, large deletions, jobs. The setting limits each statement. */
  background: Connections;
  /** Settings for separate connections: LISTEN and migrations. */
  connectionConfig: pg.ClientConfig;
  /** Closes all connections, and stops the embedded PostgreSQL if there is one. A second call does nothing. */
  close(): Promise<void>;
}

/** A list took longer than 5 seconds. */
export class ReadingTimeError extends Error {
  override readonly name = "ReadingTimeError";
}

export type DatabaseConfig = Pick<
  Config,
  "databaseUrl" | "dataDir" | "databasePool" | "databaseStatementTimeoutMs" | "workers"
>;

/**
 * Opens the PostgreSQL at `databaseUrl`, or else the embedded PostgreSQL of the data folder. Does not migrate it.
 *
 * Waits up to 30 seconds for a database that is starting.
 *
 * @throws Error that says what to do when there is no database, it refuses the connection, is older than PostgreSQL 15, is not in UTF-8,
 * takes no changes or no new tables, or a pooler shares its sessions
 */
export async function openDatabase(config: DatabaseConfig, log: Logger): Promise<Database> {
  if (config.databaseUrl !== null) {
    return openPool({ connectionString: config.databaseUrl }, config, log);
  }
  const settings = { max_connections: String(countConnections(config)) };
  const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir, log, settings });
  try {
    const database = await openPool(embedded.connectionConfig, config, log);
    const close = async () => {
      await database.close();
      await embedded.stop();
    };
    return { ...database, close };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/**
 * Opens the database also while a server uses it: the embedded PostgreSQL of a running server is joined.
 *
 * @throws Error as `openDatabase` does
 */
export async function openDatabaseBesideServer(config: DatabaseConfig, log: Logger): Promise<Database> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) {
      throw error;
    }
  }
  return openPool(await findRunningPostgres(config.dataDir), config, log);
}

/** Each process also has connections for lists, background work and LISTEN. Some connections are left for an operator. */
function countConnections({ workers, databasePool }: DatabaseConfig): number {
  const othersPerProcess = 15;
  const spare = 25;
  return (workers + 1) * (databasePool + othersPerProcess) + spare;
}

/** Opens a running PostgreSQL, as `openDatabase` does. */
export async function openPool(
  connectionConfig: pg.ClientConfig,
  { databasePool, databaseStatementTimeoutMs }: Pick<Config, "databasePool" | "databaseStatementTimeoutMs">,
  log: Logger,
): Promise<Database> {
  await waitUntilReady(connectionConfig, log);
  let isClosing = false;
  const noteLoss = (error: Error) => {
    if (!isClosing) {
      log.warn({ err: error }, "a connection to the database was lost");
    }
  };
  const open = (limits: ConnectionLimits) => openConnections(connectionConfig, limits, noteLoss);
  const requestMs = Math.min(databaseStatementTimeoutMs || statementMs, statementMs);
  const requests = open({ max: databasePool, statementMs: requestMs, silentMs });
  const reading = open({ max: readingConnections, statementMs: requestMs, silentMs });
  const background = open({
    max: backgroundConnections,
    statementMs: databaseStatementTimeoutMs,
    silentMs: (databaseStatementTimeoutMs || longestStatementMs) + 1000,
  });
  let closing: Promise<unknown> | undefined;
  return {
    ...requests,
    read: (run) => endInTime(run(reading.kysely)),
    background,
    connectionConfig,
    async close() {
      isClosing = true;
      closing ??= Promise.all([requests, reading, background].map(closeConnections));
      await closing;
    },
  };
}

interface ConnectionLimits {
  max: number;
  /** The time after which the database cancels a statement; 0: never. */
  statementMs: number;
  /** The time after which a silent connection is closed. */
  silentMs: number;
}

function openConnections(
  connectionConfig: pg.ClientConfig,
  limits: ConnectionLimits,
  noteLoss: (error: Error) => void,
): Connections {
  const pool = new pg.Pool({
    ...connectionConfig,
    application_name: "bowline",
    max: limits.max,
    connectionTimeoutMillis: silentMs,
    keepAlive: true,
    onConnect: (client) => prepareSession(client as pg.Client, limits),
  });
  // An idle connection broke. The pool opens another one when needed.
  pool.on("error", noteLoss);
  return { pool, kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) };
}

/** Poolers refuse these settings as parameters of the connection. */
async function prepareSession(
  client: pg.Client,
  { statementMs: limitMs, silentMs }: ConnectionLimits,
): Promise<void> {
  limitStatements(client, silentMs);
  // A connection in use may break between two statements. The next statement fails. Without a listener the process would end.
  client.on("error", () => {});
  // Transactions wait only for the database. One with a broken connection keeps its locks until this timeout.
  await client.query(`SET statement_timeout = ${limitMs}; SET idle_in_transaction_session_timeout = 10000`);
}

/** Ends the pool itself, because Kysely ends it only if it was used. */
async function closeConnections({ pool, kysely }: Connections): Promise<void> {
  await kysely.destroy();
  if (!pool.ended && !pool.ending) {
    await pool.end();
  }
}

/** Queries that are still running end at their time limit. */
async function endInTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new ReadingTimeError(`The list was not read within ${readingMs} ms.`);
    timer = setTimeout(reject, readingMs, error);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

async function waitUntilReady(connectionConfig: pg.ClientConfig, log: Logger): Promise<void> {
  const deadline = performance.now() + startingMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await checkServer(connectionConfig, log);
    } catch (error) {
      if (!mayBeStarting(error) || performance.now() > deadline) {
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
  /** Whether the server may create its tables, and the schema of its jobs unless it is there. */
  mayCreate: boolean;
}

async function readProperties(client: pg.Client): Promise<DatabaseProperties> {
  const { rows } = await client.query<DatabaseProperties>(`SELECT
    current_setting('server_version_num')::integer AS version,
    quote_ident(current_database()) AS name,
    quote_ident(current_user) AS "userName",
    current_setting('server_encoding') AS encoding,
    to_regclass('company') IS NOT NULL AS "isInUse",
    current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    (has_database_privilege(current_database(), 'CREATE') OR to_regnamespace('pgboss') IS NOT NULL)
      AND coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate"`);
  return rows[0] as DatabaseProperties;
}

/** Returns null when the database can be used. */
function findProblem(database: DatabaseProperties): string | null {
  const { version, name, userName, encoding, isInUse, isReadOnly, mayCreate } = database;
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
  return mayCreate
    ? null
    : `The user of DATABASE_URL may not create tables and schemas in its database. Make it the owner: ALTER DATABASE ${name} OWNER TO ${userName};`;
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
  const advice = isUntrusted(error)
    ? "Name the file of its certificate authority as sslrootcert in DATABASE_URL, or use sslmode=no-verify, which encrypts without checking whose certificate it is."
    : "Check DATABASE_URL.";
  return new Error(`The database at ${place} cannot be used: ${reason}. ${advice}`, { cause: error });
}

/** Whether the certificate of the database is not signed by an authority that Node.js knows. */
const isUntrusted = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(String(error.code));
