import cluster from "node:cluster";
import { type BuiltIns, openBuiltIns } from "../built-ins/open-built-ins.ts";
import type { Config } from "../config/config.ts";
import { type Database, openDatabase } from "../db/open-database.ts";
import { onFirstSignal } from "../drain.ts";
import type { Logger } from "../log/logger.ts";
import { type FirstAccess, openDatabaseVault, prepareDatabase } from "./prepare-database.ts";
import { renderAnnouncement } from "./render-announcement.ts";
import { joinMetrics } from "./share-metrics.ts";
import { WorkerRestarts } from "./worker-restarts.ts";

/**
 * Runs the database and the workers, which share the port (setting `BOWLINE_WORKERS`). A worker that dies is replaced. When no more
 * can be started, the server stops with an error. A signal during the start takes effect after it, so that the database is closed.
 */
export async function runPrimary(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const db = await openDatabase(config, log);
  const terminal = process.stdout?.isTTY ? process.stdout : null;
  const { builtIns, firstAccess } = await prepare(config, log, db, terminal).catch(async (error) => {
    await db.close();
    throw error;
  });
  const restarts = new WorkerRestarts(config.workers);
  const listening = new Set<number>();
  let isAnnounced = false;
  let isStopping = false;

  function startWorker(): void {
    if (isStopping) {
      return;
    }
    // The setting may be 0, for any free one.
    const worker = cluster.fork({ PORT: String(config.port) });
    // Sent over the channel between the processes, since it contains the database's password.
    worker.send({ connectionConfig: db.connectionConfig }, () => {});
  }

  async function end(exitCode: number): Promise<void> {
    isStopping = true;
    await builtIns.close();
    await db.close();
    process.exit(exitCode);
  }

  if (config.metrics) {
    joinMetrics(cluster, log);
  }
  const countWorkers = () => Object.keys(cluster.workers ?? {}).length;

  cluster.on("listening", (worker) => {
    listening.add(worker.id);
    restarts.noteListening();
    if (!isAnnounced && listening.size === config.workers) {
      isAnnounced = true;
      process.stdout.write(renderAnnouncement(config, firstAccess));
      // On a terminal, the link stays the last line (decisions D53): a bar is drawn below it, and is gone in the end.
      void builtIns.start(terminal !== null && firstAccess.signInLink !== null);
    }
  });
  cluster.on("exit", async (worker, code, signal) => {
    const wasListening = listening.delete(worker.id);
    if (isStopping) {
      return countWorkers() === 0 ? end(0) : undefined;
    }
    const delayMs = restarts.noteDeath(wasListening);
    if (delayMs !== null) {
      log.error({ pid: worker.process.pid, code, signal, delayMs }, "a worker died and is replaced");
      setTimeout(startWorker, delayMs);
    } else if (countWorkers() === 0) {
      log.fatal("the server stops: its workers die before they can serve. The lines above give the reason");
      await end(1);
    }
  });
  void signal.then(() => {
    isStopping = true;
    if (countWorkers() === 0) {
      void end(0);
    }
    for (const worker of Object.values(cluster.workers ?? {})) {
      worker?.process.kill("SIGTERM");
    }
  });
  for (let count = 0; count < config.workers; count++) {
    startWorker();
  }
}

async function prepare(
  config: Config,
  log: Logger,
  db: Database,
  terminal: NodeJS.WriteStream | null,
): Promise<{ builtIns: BuiltIns; firstAccess: FirstAccess }> {
  const builtIns = await openBuiltIns({ config, log, db, terminal });
  const firstAccess = await prepareDatabase(config, log, db, await openDatabaseVault(config, db));
  await builtIns.applyAddresses();
  return { builtIns, firstAccess };
}
