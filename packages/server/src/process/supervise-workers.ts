import cluster, { type Worker } from "node:cluster";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import type { Logger } from "../log/logger.ts";
import { confirmHandOvers } from "./hand-over.ts";
import { type ListeningSocket, watchListeningSocket } from "./listening-socket.ts";
import { WorkerRestarts } from "./worker-restarts.ts";

interface WorkersOptions {
  config: Pick<Config, "port" | "workers">;
  log: Logger;
  /** How the workers reach the database. */
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
  const supervisor = new Supervisor(options);
  supervisor.start();
  return supervisor;
}

class Supervisor implements Workers {
  readonly #options: WorkersOptions;
  readonly #restarts: WorkerRestarts;
  readonly #socket: ListeningSocket;
  /** Those that have not ended. Unlike the cluster's own list without those that the system could not start. */
  readonly #living = new Set<Worker>();
  /** Ids of the workers that listen. */
  readonly #listening = new Set<number>();
  /** How many died that are replaced only when another one serves. */
  #unreplaced = 0;
  #isAnnounced = false;
  #isStopping = false;
  #closing = Promise.resolve();

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#restarts = new WorkerRestarts(options.config.workers);
    this.#socket = watchListeningSocket(options.config.port);
  }

  start(): void {
    confirmHandOvers(cluster, () => this.#closing);
    cluster.on("listening", ({ id }) => this.#noteListening(id));
    cluster.on("exit", (worker, code, signal) => this.#noteExit(worker, { code, signal }));
    for (let count = 0; count < this.#options.config.workers; count++) {
      this.#startWorker();
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#living.size === 0) {
      this.#options.onEnd(0);
    }
    this.#closing = this.#socket.close();
    await this.#closing;
    for (const worker of this.#living) {
      worker.process.kill("SIGTERM");
    }
  }

  #startWorker(): void {
    if (this.#isStopping) {
      return;
    }
    const { config, connectionConfig } = this.#options;
    // The environment's PORT may be 0: the workers share the free port that was found for it.
    const worker = cluster.fork({ PORT: String(config.port) });
    this.#living.add(worker);
    worker.on("error", (err) => this.#noteError(worker, err));
    if (hasStarted(worker)) {
      // Sent over the channel between the processes, since it contains the database's password.
      worker.send({ connectionConfig }, () => {});
    }
  }

  #noteListening(workerId: number): void {
    this.#listening.add(workerId);
    this.#restarts.noteListening();
    for (; this.#unreplaced > 0; this.#unreplaced--) {
      this.#startWorker();
    }
    if (!this.#isAnnounced && this.#listening.size === this.#options.config.workers) {
      this.#isAnnounced = true;
      this.#options.onServing();
    }
  }

  /** The system may start no process, such as at its limit of processes or open files. */
  #noteError(worker: Worker, err: Error): void {
    if (hasStarted(worker)) {
      this.#options.log.error({ pid: worker.process.pid, err }, "a worker reported an error");
    } else {
      this.#noteExit(worker, { err });
    }
  }

  #noteExit(worker: Worker, end: object): void {
    this.#living.delete(worker);
    const wasListening = this.#listening.delete(worker.id);
    if (!this.#isStopping) {
      this.#replaceWorker(worker.process.pid, wasListening, end);
    } else if (this.#living.size === 0) {
      this.#options.onEnd(0);
    }
  }

  #replaceWorker(pid: number | undefined, wasListening: boolean, end: object): void {
    const { log, onEnd } = this.#options;
    const delayMs = this.#restarts.noteDeath(wasListening, this.#listening.size > 0);
    if (delayMs !== null) {
      const message = wasListening ? "a worker died" : "a worker died before it could serve";
      log.error({ pid, ...end, delayMs }, `${message} and is replaced`);
      setTimeout(() => this.#startWorker(), delayMs);
    } else if (this.#living.size > 0) {
      this.#unreplaced++;
      log.error(
        { pid, ...end },
        "a worker died before it could serve and is replaced when another one serves",
      );
    } else {
      log.fatal("the server stops: its workers die before they can serve. The lines above give the reason");
      this.#isStopping = true;
      onEnd(1);
    }
  }
}

const hasStarted = (worker: Worker): boolean => worker.process.pid !== undefined;
