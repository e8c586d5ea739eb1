import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log/logger.ts";
import { openOrCreateCluster, postgresUser } from "./embedded/create-cluster.ts";
import { lockDataFolder } from "./embedded/data-folder-lock.ts";
import { choosePostgresAccount } from "./embedded/postgres-account.ts";
import { locatePostgresBinaries } from "./embedded/postgres-binaries.ts";
import {
  chooseAddress,
  isAlive,
  type PostmasterOptions,
  startPostmaster,
  stopChild,
} from "./embedded/start-postmaster.ts";
import { stopOrphan } from "./embedded/stop-postmaster.ts";

export interface EmbeddedPostgresOptions {
  /** Contains the cluster in `postgres/`, its password and its log. Created when missing. */
  dataDir: string;
  log: Logger;
  /** PostgreSQL settings that replace ours, such as `{ fsync: "off" }` for tests. */
  settings?: Record<string, string>;
  /** The loopback port to listen on. Default: a socket in the cluster's folder. */
  port?: number;
}

export interface EmbeddedPostgres {
  /** Connection settings for `pg`. `host` may be the folder of a socket. */
  connectionConfig: { host: string; port: number; user: string; password: string; database: string };
  /** The same settings as one address, for another process on this machine. */
  connectionString: string;
  /** The process id of PostgreSQL; undefined while it is being restarted. */
  pid(): number | undefined;
  /** Stops PostgreSQL and releases the data folder. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL 18 that npm installed, in `<dataDir>/postgres`, and restarts it when it ends unexpectedly.
 *
 * Only the binaries of the npm package are used. Its wrapper stops the database on Ctrl-C before the server has drained. It also
 * cannot use a folder that only root may enter, and does not handle databases left running by a killed server.
 *
 * @throws DataFolderInUseError when another live server has the data folder.
 * @throws Error that says what to do when PostgreSQL cannot run here.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = await lockDataFolder(options.dataDir);
  try {
    const dataDir = await realpath(options.dataDir);
    await stopOrphan(join(dataDir, "postgres"), options.log);
    const account = await choosePostgresAccount(join(dataDir, "postgres"));
    const binaries = await locatePostgresBinaries(account);
    const cluster = await openOrCreateCluster(dataDir, binaries, account);
    const address = options.port
      ? { host: "127.0.0.1", port: options.port }
      : await chooseAddress(cluster.folder);
    const supervised = await supervisePostmaster(
      {
        cluster,
        binaries,
        account,
        address,
        settings: options.settings ?? {},
        logFile: join(dataDir, "postgres.log"),
      },
      options.log,
    );
    const connectionConfig = {
      ...address,
      user: postgresUser,
      password: cluster.password,
      database: "bowline",
    };
    return {
      connectionConfig,
      connectionString: `postgres://${postgresUser}:${cluster.password}@/bowline?host=${encodeURIComponent(address.host)}&port=${address.port}`,
      pid: supervised.pid,
      stop: async () => {
        await supervised.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function supervisePostmaster(options: PostmasterOptions, log: Logger) {
  let child = await startPostmaster(options);
  let isStopping = false;
  let restart: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  function watch(): void {
    if (isAlive(child)) {
      child.once("exit", restartUnlessStopping);
    } else {
      restartUnlessStopping();
    }
  }

  function restartUnlessStopping(): void {
    if (isStopping) {
      return;
    }
    log.error(
      { code: child.exitCode, signal: child.signalCode },
      "the embedded database ended; starting it again",
    );
    restart = startAgain();
  }

  async function startAgain(): Promise<void> {
    for (let delayMs = 100; !isStopping; delayMs = Math.min(delayMs * 2, 5_000)) {
      try {
        await stopOrphan(options.cluster.folder, log);
        child = await startPostmaster(options);
        log.info("the embedded database is running again");
        return watch();
      } catch (error) {
        log.error({ err: error }, "the embedded database failed to start; retrying");
        await sleep(delayMs);
      }
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await restart;
    if (isAlive(child)) {
      await stopChild(child);
    }
  }

  watch();
  return {
    pid: () => (isAlive(child) ? child.pid : undefined),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
