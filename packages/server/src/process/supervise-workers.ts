import cluster from "node:cluster";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import type { Logger } from "../log/logger.ts";
import { confirmHandOvers } from "./hand-over.ts";
import { watchListeningSocket } from "./listening-socket.ts";
import { WorkerRestarts } from "./worker-restarts.ts";

interface WorkersOptions {
  config: Pick<Config, "port" | "workers">;
  log: Logger;
  /** Of the database that the workers use. */
  connectionConfig: pg.ClientConfig;
  /** Called once, when all workers serve. */
  onServing(): void;
  /** Called once, when there are no workers anymore: 0 after `stop`, 1 when they die before they can serve. */
  onEnd(exitCode: number): void;
}

/** The workers of a primary. */
export interface Workers {
  /** Accepts no connection anymore and tells the workers to stop. */
  stop(): Promise<void>;
}

/** Starts the workers, and replaces each that dies until `stop`. */
export function superviseWorkers(options: WorkersOptions): Workers {
  const { config, log, connectionConfig } = options;
  const restarts = new WorkerRestarts(config.workers);
  const socket = watchListeningSocket(config.port);
  const listening = new Set<number>();
  let isAnnounced = false;
  let isStopping = false;
  let closing = Promise.resolve();
  const countWorkers = () => Object.keys(cluster.workers ?? {}).length;

  function startWorker(): void {
    if (isStopping) {
      return;
    }
    // The setting may be 0, for any free one.
    const worker = cluster.fork({ PORT: String(config.port) });
    // Sent over the channel between the processes, since it contains the database's password.
    worker.send({ connectionConfig }, () => {});
  }

  function replaceWorker(pid: number | undefined, wasListening: boolean, end: object): void {
    const delayMs = restarts.noteDeath(wasListening);
    if (delayMs !== null) {
      log.error({ pid, ...end, delayMs }, "a worker died and is replaced");
      setTimeout(startWorker, delayMs);
    } else if (countWorkers() === 0) {
      log.fatal("the server stops: its workers die before they can serve. The lines above give the reason");
      isStopping = true;
      options.onEnd(1);
    }
  }

  confirmHandOvers(cluster, () => closing);
  cluster.on("listening", (worker) => {
    listening.add(worker.id);
    restarts.noteListening();
    if (!isAnnounced && listening.size === config.workers) {
      isAnnounced = true;
      options.onServing();
    }
  });
  cluster.on("exit", (worker, code, signal) => {
    const wasListening = listening.delete(worker.id);
    if (!isStopping) {
      replaceWorker(worker.process.pid, wasListening, { code, signal });
    } else if (countWorkers() === 0) {
      options.onEnd(0);
    }
  });
  for (let count = 0; count < config.workers; count++) {
    startWorker();
  }
  return {
    async stop() {
      isStopping = true;
      if (countWorkers() === 0) {
        options.onEnd(0);
      }
      closing = socket.close();
      await closing;
      for (const worker of Object.values(cluster.workers ?? {})) {
        worker?.process.kill("SIGTERM");
      }
    },
  };
}
