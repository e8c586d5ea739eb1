import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SqlFailure } from "../sql-failure.ts";
import { Turns, type TurnTaker } from "../turns.ts";
import type { SqliteReply, SqliteRequest } from "./messages.ts";

/** Processes that run SQLite. Nothing ends a statement under way but the end of its process: a thread cannot be stopped in it. */
export interface ProcessPool {
  /**
   * Waits for a free process, or starts one.
   *
   * @param file for its share of the processes
   * @throws SqlFailure when the signal fires or too many calls wait
   */
  take(file: string, taker: TurnTaker): Promise<LentProcess>;
}

/** A process for one call. */
export interface LentProcess {
  process: SqliteProcess;
  /** Must be called once, whether the process can still be used or not. */
  giveBack(): void;
}

const waitLimits = {
  maxWaiting: 64,
  tooMany: "Too many calls wait for SQLite. Try again.",
  tooLate: "No process for SQLite became free in time.",
};
/** There are eight processes in all: half as many again as one account user may have. */
const maxRunning = 5;
/** So that one file with heavy statements does not take them all. */
const maxForFile = 4;
const idleMs = 30_000;

export function openProcessPool(): ProcessPool {
  const idle: { process: SqliteProcess; timer: NodeJS.Timeout }[] = [];
  const allTurns = new Turns({ ...waitLimits, maxRunning });
  const fileTurns = new Turns({ ...waitLimits, maxRunning: maxForFile });

  async function takeTurns(file: string, taker: TurnTaker): Promise<() => void> {
    const endFileTurn = await fileTurns.take(file, taker);
    try {
      const endTurn = await allTurns.take("", taker);
      return () => {
        endTurn();
        endFileTurn();
      };
    } catch (error) {
      endFileTurn();
      throw error;
    }
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

  function keep(process: SqliteProcess): void {
    const end = () => {
      idle.splice(idle.indexOf(kept), 1);
      process.end();
    };
    const kept = { process, timer: setTimeout(end, idleMs).unref() };
    idle.push(kept);
  }

  return {
    async take(file, taker) {
      const endTurns = await takeTurns(file, taker);
      const process = takeIdle() ?? new SqliteProcess();
      return {
        process,
        giveBack() {
          if (process.isUsable) {
            keep(process);
          }
          endTurns();
        },
      };
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
