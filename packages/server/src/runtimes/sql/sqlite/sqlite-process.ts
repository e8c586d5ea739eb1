import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SqlFailure } from "../sql-failure.ts";
import type { SqliteReply, SqliteRequest } from "./messages.ts";

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
    this.#child = fork(fileURLToPath(new URL("./sqlite-program.ts", import.meta.url)), {
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
