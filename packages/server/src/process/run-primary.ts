import cluster from "node:cluster";
import type { Config } from "../config.ts";
import { openDatabase } from "../db/open-database.ts";
import { onFirstSignal } from "../drain.ts";
import type { Logger } from "../logger.ts";
import { announce } from "./announce.ts";
import { openDatabaseVault, prepareDatabase } from "./prepare-database.ts";

const restartMs = 1000;

/** Holds the database and the workers, which share the port (setting `BOWLINE_WORKERS`). A worker that dies is replaced. */
export async function runPrimary(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const db = await openDatabase(config, log);
  const firstKey = await prepareDatabase(config, log, db, await openDatabaseVault(config, db));
  let isStopping = false;
  let listening = 0;

  function startWorker(): void {
    // Over the channel between the two processes, since it holds the database's password.
    const worker = cluster.fork();
    worker.send({ connectionConfig: db.connectionConfig });
  }

  cluster.on("listening", (_worker, address) => {
    listening++;
    if (listening === config.workers) {
      process.stdout.write(announce({ ...config, port: address.port }, null, firstKey));
    }
  });
  cluster.on("exit", async (worker, code) => {
    if (!isStopping) {
      log.error({ pid: worker.process.pid, code }, "a worker died and is replaced");
      setTimeout(startWorker, restartMs);
    } else if (Object.keys(cluster.workers ?? {}).length === 0) {
      await db.close();
      process.exit(0);
    }
  });
  onFirstSignal(process, () => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) {
      worker?.process.kill("SIGTERM");
    }
  });
  for (let count = 0; count < config.workers; count++) {
    startWorker();
  }
}
