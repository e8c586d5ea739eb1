import { once } from "node:events";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { openPool } from "../db/open-database.ts";
import { onFirstSignal } from "../drain.ts";
import type { Logger } from "../log/logger.ts";
import { openDeps } from "../open-deps.ts";
import { openDatabaseVault } from "./prepare-database.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";
import { shareMetrics } from "./share-metrics.ts";

/** Runs one of several processes that share the port. The primary sends it the connection to the database. */
export async function runWorker(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const [message] = (await once(process, "message")) as [{ connectionConfig: pg.ClientConfig }];
  const db = await openPool(message.connectionConfig, config, log);
  const opened = await openDeps(config, log, db, await openDatabaseVault(config, db));
  if (config.metrics) {
    opened.deps.metrics = shareMetrics(opened.deps.metrics, process);
  }
  await serveUntilSignal(config, log, opened, signal, process);
}
