import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Cluster, postgresUser } from "./create-cluster.ts";
import type { PostgresAccount } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { spawnInFolder } from "./postgres-folder.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

/** The database that every new cluster contains. */
const maintenanceDatabase = "postgres";
const logFileBytes = 1_048_576;
/** How long to wait for backends that are still running after PostgreSQL was killed. */
const oldBackendsMs = 30_000;

/** Settings for a small server. Durability is PostgreSQL's default (fsync and synchronous_commit on). */
const serverSettings: Record<string, string> = {
  shared_buffers: "64MB",
  // Starts fewer processes: no workers for reading, no replication.
  io_method: "sync",
  max_logical_replication_workers: "0",
  jit: "off",
  // Logs errors and server events, but no statements or values, which may be private.
  log_min_messages: "error",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** The address that PostgreSQL listens on: a folder with its socket, or a loopback address. */
export interface PostgresAddress {
  host: string;
  port: number;
}

export interface PostmasterOptions {
  cluster: Cluster;
  binaries: PostgresBinaries;
  account: PostgresAccount | null;
  address: PostgresAddress;
  /** PostgreSQL settings that replace ours. */
  settings: Record<string, string>;
  logFile: string;
}

/**
 * Chooses a socket in the cluster's folder, which nobody else may enter. On a system without sockets, or if the path is too long,
 * PostgreSQL listens on a free loopback port. Both require the password.
 */
export async function chooseAddress(folder: string): Promise<PostgresAddress> {
  const longestSocketPath = 103;
  const socketPath = join(folder, ".s.PGSQL.5432");
  if (process.platform !== "win32" && Buffer.byteLength(socketPath) <= longestSocketPath) {
    return { host: folder, port: 5432 };
  }
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return { host: "127.0.0.1", port: typeof address === "object" && address ? address.port : 0 };
}

/**
 * Starts PostgreSQL and waits without a limit until it has recovered and accepts connections.
 *
 * @throws Error with the end of its log when it ends instead, or about its password. It does not run then
 */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  for (const deadline = performance.now() + oldBackendsMs; ; await sleep(200)) {
    const loggedBytes = await rotateLog(options.logFile);
    const child = spawnPostmaster(options);
    try {
      while (isAlive(child)) {
        if (await takesConnections(options)) {
          return child;
        }
        await sleep(10);
      }
    } catch (error) {
      await stopChild(child);
      throw error;
    }
    const end = await readEnd(options.logFile, loggedBytes);
    // The backends of a killed PostgreSQL end one after the other.
    if (end.includes("shared memory block") && performance.now() < deadline) {
      continue;
    }
    throw new Error(`The embedded database did not start. The end of its log:\n${end}`);
  }
}

function spawnPostmaster(options: PostmasterOptions): ChildProcess {
  const log = openSync(options.logFile, "a", 0o600);
  const child = spawnInFolder({
    program: options.binaries.postgres,
    folder: options.cluster.folder,
    argumentsFor: (folder) => ["-D", folder, ...settingArguments(options)],
    account: options.account,
    output: log,
    // Starts in its own process group, so that Ctrl-C reaches only the server, which stops the database last.
    detached: true,
  });
  closeSync(log);
  child.on("error", () => {}); // a failed spawn is a child without a process id
  child.unref();
  return child;
}

export function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

export const stopChild = (child: ChildProcess): Promise<void> =>
  stopPostmaster(
    async () => isAlive(child),
    (signal) => child.kill(signal),
  );

function settingArguments({ address, settings }: PostmasterOptions): string[] {
  const isSocket = address.host !== "127.0.0.1";
  const all = {
    ...serverSettings,
    listen_addresses: isSocket ? "" : address.host,
    port: String(address.port),
    unix_socket_directories: isSocket ? "." : "", // relative to the cluster's folder
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function takesConnections({ address, cluster }: PostmasterOptions): Promise<boolean> {
  const client = new pg.Client({
    ...address,
    user: postgresUser,
    password: cluster.password,
    database: maintenanceDatabase,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const databases = await client.query("SELECT FROM pg_database WHERE datname = 'bowline'");
    if (databases.rowCount === 0) {
      await client.query("CREATE DATABASE bowline");
    }
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "28P01") {
      throw new Error("The embedded database refuses the password in postgres.password. Restore that file.", {
        cause: error,
      });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Begins a new log when it is large. @returns how many bytes the log has already */
async function rotateLog(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logFileBytes) {
    await rename(logFile, `${logFile}.1`);
    return 0;
  }
  return size;
}

/** Leaves out what earlier starts wrote. */
async function readEnd(logFile: string, loggedBytes: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(loggedBytes).toString();
  return text.trimEnd().split("\n").slice(-8).join("\n");
}
