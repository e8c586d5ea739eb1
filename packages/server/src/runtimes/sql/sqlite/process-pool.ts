import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SqlFailure } from "../sql-failure.ts";
import type { SqliteReply, SqliteRequest } from "./messages.ts";

/** Processes that run SQLite. Nothing ends a statement under way but the end of its process: a thread cannot be stopped in it. */
export interface ProcessPool {
  /**
   * Waits for a free process, or starts one.
   *
   * @param file for its share of the processes
   * @throws SqlFailure when the signal fires or too many calls wait
   */
  take(file: string, signal: AbortSignal): Promise<SqliteProcess>;
  /** Takes a process back that `take` returned, usable or not. */
  giveBack(file: string, process: SqliteProcess | null): void;
}

const maxProcesses = 8;
/** So that one file with heavy statements does not take them all. */
const maxForFile = 4;
const maxWaiting = 256;
const idleMs = 30_000;

interface Waiting {
  file: string;
  begin(): void;
}

export function openProcessPool(): ProcessPool {
  const idle: { process: SqliteProcess; timer: NodeJS.Timeout }[] = [];
  const running = new Map<string, number>();
  let waiting: Waiting[] = [];
  let total = 0;

  const hasTurn = (file: string) => total < maxProcesses && (running.get(file) ?? 0) < maxForFile;

  function beginTurn(file: string): void {
    total++;
    running.set(file, (running.get(file) ?? 0) + 1);
  }

  async function waitForTurn(file: string, signal: AbortSignal): Promise<void> {
    if (waiting.length >= maxWaiting) {
      throw new SqlFailure("downstreamUnavailable", "Too many calls wait for SQLite. Try again.");
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: Waiting = { file, begin: resolve };
    const leave = () => {
      waiting = waiting.filter((other) => other !== one);
      reject(new SqlFailure("downstreamUnavailable", "No process for SQLite became free in time."));
    };
    waiting.push(one);
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  function takeIdle(): SqliteProcess | undefined {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.process.isUsable) {
        return kept.process;
      }
    }
    return undefined;
  }

  return {
    async take(file, signal) {
      if (hasTurn(file)) {
        beginTurn(file);
      } else {
        await waitForTurn(file, signal);
      }
      return takeIdle() ?? new SqliteProcess();
    },
    giveBack(file, process) {
      if (process?.isUsable) {
        const end = () => {
          idle.splice(idle.indexOf(kept), 1);
          process.end();
        };
        const kept = { process, timer: setTimeout(end, idleMs).unref() };
        idle.push(kept);
      }
      total--;
      const left = (running.get(file) ?? 1) - 1;
      if (left === 0) {
        running.delete(file);
      } else {
        running.set(file, left);
      }
      const next = waiting.find((one) => hasTurn(one.file));
      if (next !== undefined) {
        waiting = waiting.filter((one) => one !== next);
        beginTurn(next.file);
        next.begin();
      }
    },
  };
}

interface Pending {
  resolve(reply: SqliteReply): void;
  reject(error: unknown): void;
}

/** One process. It is asked for one thing at a time. */
export class SqliteProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #pending: Pending | null = null;
  #isUsable = true;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = promise;
    // Without a listener, a process that fails to start before it is asked would end the server.
    promise.catch(() => {});
    this.#child = fork(fileURLToPath(new URL("./sqlite-process.ts", import.meta.url)), {
      // No setting of the server gets there.
      env: {},
      execArgv: ["--max-old-space-size=192"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.once("message", () => {
      this.#child.on("message", (reply) => this.#settle((pending) => pending.resolve(reply as SqliteReply)));
      resolve();
    });
    this.#child.on("error", () => this.#fail(reject, "SQLite could not be started."));
    this.#child.on("exit", (_code, signal) => this.#fail(reject, describeEnd(signal)));
    this.#release();
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  get isUsable(): boolean {
    return this.#isUsable && this.#child.connected;
  }

  /** @throws SqlFailure when the process ends */
  async ask(request: SqliteRequest): Promise<SqliteReply> {
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      await this.#ready;
      const { promise, resolve, reject } = Promise.withResolvers<SqliteReply>();
      this.#pending = { resolve, reject };
      this.#child.send(request, (error) => {
        if (error !== null) {
          this.#fail(reject, describeEnd(null));
        }
      });
      return await promise;
    } finally {
      this.#release();
    }
  }

  /** Ends the process at once. A request under way fails. What it has not committed is rolled back by the next program that opens the file. */
  end(): void {
    this.#isUsable = false;
    this.#child.kill("SIGKILL");
  }

  /** An idle process does not keep the server running. */
  #release(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #settle(settle: (pending: Pending) => void): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) {
      settle(pending);
    }
  }

  #fail(reject: (error: SqlFailure) => void, message: string): void {
    this.#isUsable = false;
    const failure = new SqlFailure("downstreamUnavailable", message);
    reject(failure);
    this.#settle((pending) => pending.reject(failure));
  }
}

/** The watchdog ends a process by `SIGTERM` when it takes too much memory. */
const describeEnd = (signal: NodeJS.Signals | null): string =>
  signal === "SIGTERM"
    ? "The statement needed too much memory. Ask for fewer rows, or for rows in no order."
    : "The process that ran SQLite ended.";
