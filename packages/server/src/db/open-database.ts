import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import type { Logger } from "../log/logger.ts";
import { DataFolderInUseError } from "./embedded/data-folder-lock.ts";
import { findRunningPostgres } from "./embedded/find-running-postgres.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import { limitStatements } from "./limit-statements.ts";
import { PatientPool } from "./patient-pool.ts";
import type { Schema } from "./schema.ts";
import { sessionSettings } from "./session-settings.ts";
import { waitForDatabase } from "./wait-for-database.ts";

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

/** How many connections a pool has, how many of them nobody uses, and how many callers wait for one. */
export type PoolCounts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

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
  /** All pools by the work that they are for. Only to be counted. */
  pools: Readonly<Record<"calls" | "lists" | "background", PoolCounts>>;
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
 * @param signal resolves with the name of a signal that ends the wait
 * @throws Error that says what to do: there is no database, it refuses the connection, is older than PostgreSQL 15, is not in UTF-8,
 * takes no changes or no new tables, or a pooler shares its sessions
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Logger,
  signal?: Promise<string>,
): Promise<Database> {
  if (config.databaseUrl !== null) {
    return openPool({ connectionString: config.databaseUrl }, config, log, signal);
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
  signal?: Promise<string>,
): Promise<Database> {
  await waitForDatabase(connectionConfig, log, signal);
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
    pools: { calls: requests.pool, lists: reading.pool, background: background.pool },
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
  const pool = new PatientPool({
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
  await client.query(
    `${sessionSettings}; SET statement_timeout = ${limitMs}; SET idle_in_transaction_session_timeout = 10000`,
  );
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
