import cluster from "node:cluster";
import type { Config } from "../config/config.ts";
import { openDatabase } from "../db/open-database.ts";
import type { Logger } from "../log/logger.ts";
import { onFirstSignal } from "../signals.ts";
import { prepareServer } from "./prepare-server.ts";
import { joinMetrics } from "./share-metrics.ts";
import { superviseWorkers } from "./supervise-workers.ts";

/**
 * Runs the database and the workers, which share the port (setting `BOWLINE_WORKERS`). A worker that dies is replaced. When no more
 * can be started, the server stops with an error. A signal ends the wait for a database; later in the start it takes effect after it, so
 * that the database is closed.
 */
export async function runPrimary(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const db = await openDatabase(config, log, signal);
  const prepared = await prepareServer(config, log, db, process).catch(async (error) => {
    await db.close();
    throw error;
  });
  if (config.metrics) {
    joinMetrics(cluster, log);
  }
  const workers = superviseWorkers({
    config,
    log,
    connectionConfig: db.connectionConfig,
    onServing: prepared.announce,
    async onEnd(exitCode) {
      await prepared.builtIns.close();
      await db.close();
      process.exit(exitCode);
    },
  });
  void signal.then(() => workers.stop());
}
