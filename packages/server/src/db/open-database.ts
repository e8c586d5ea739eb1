import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import type { Schema } from "./schema.ts";

const oldestMajorVersion = 15;
const startingMs = 30_000;

export interface Database {
  /** For named prepared statements on the hot path. Bounded; every statement ends at the statement timeout. */
  pool: pg.Pool;
  /** For everything else; works on the same pool. */
  kysely: Kysely<Schema>;
  /** For connections of their own: LISTEN and the job queue. */
  connectionConfig: pg.ClientConfig;
  /** Ends the pool, and the embedded PostgreSQL when there is one. A second call does nothing. */
  close(): Promise<void>;
}

export type DatabaseConfig = Pick<
  Config,
  "databaseUrl" | "dataDir" | "databasePool" | "databaseStatementTimeoutMs" | "workers"
>;

/**
 * Opens the PostgreSQL at `databaseUrl`, or without one the embedded PostgreSQL of the data folder. It is not migrated yet.
 *
 * Waits up to 30 seconds for a database that is just starting.
 *
 * @throws Error that says what to do when there is none, it refuses, or it is older than PostgreSQL 15.
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

/** Beside its pool, each process has the connections of LISTEN and of the job queue; some are left for an operator. */
function countConnections({ workers, databasePool }: DatabaseConfig): number {
  const othersPerProcess = 15;
  const spare = 25;
  return (workers + 1) * (databasePool + othersPerProcess) + spare;
}

/** Opens a running PostgreSQL, as `openDatabase` does. */
export async function openPool(
  connectionConfig: pg.ClientConfig,
  limits: Pick<Config, "databasePool" | "databaseStatementTimeoutMs">,
  log: Logger,
): Promise<Database> {
  await waitUntilReady(connectionConfig, log);
  const pool = new pg.Pool({
    ...connectionConfig,
    application_name: "bowline",
    max: limits.databasePool,
    statement_timeout: limits.databaseStatementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  // A connection that breaks while nobody uses it: the pool opens another one when it is needed.
  pool.on("error", (error) => {
    if (!closing) {
      log.warn({ err: error }, "a connection to the database was lost");
    }
  });
  // One that breaks in somebody's hands, between two statements: the next statement tells; without a listener the process ends.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    pool,
    kysely,
    connectionConfig,
    close: () => {
      closing ??= kysely.destroy().then(() => (pool.ended ? undefined : pool.end()));
      return closing;
    },
  };
}

async function waitUntilReady(connectionConfig: pg.ClientConfig, log: Logger): Promise<void> {
  const deadline = performance.now() + startingMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await checkServer(connectionConfig);
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

async function checkServer(connectionConfig: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connectionConfig, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
    const majorVersion = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (majorVersion >= oldestMajorVersion) {
      return;
    }
    throw new UnsupportedVersionError(
      `The database is PostgreSQL ${majorVersion}; ${oldestMajorVersion} or newer is needed. Upgrade it, or unset DATABASE_URL to use the embedded one.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

class UnsupportedVersionError extends Error {}

/** Not listening yet, still recovering, or shutting down to start again. */
function mayBeStarting(error: unknown): boolean {
  const codes = ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EAI_AGAIN", "ETIMEDOUT", "57P03", "57P01"];
  if (!(error instanceof Error)) {
    return false;
  }
  if (/Connection terminated|timeout/i.test(error.message)) {
    return true;
  }
  return "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

function explain(error: unknown, connectionConfig: pg.ClientConfig): Error {
  if (error instanceof UnsupportedVersionError) {
    return error;
  }
  const url = URL.parse(connectionConfig.connectionString ?? "");
  const place = url ? `${url.host}${url.pathname}` : (connectionConfig.host ?? "DATABASE_URL");
  const reason =
    error instanceof AggregateError ? error.errors.map(String).join(", ") : (error as Error).message;
  return new Error(`The database at ${place} cannot be used: ${reason}. Check DATABASE_URL.`, {
    cause: error,
  });
}
