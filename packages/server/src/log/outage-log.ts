import type { Logger } from "./logger.ts";

/** How often it is logged that a failure lasts. */
const repeatMs = 60_000;

/** Logs a failure of work that is tried again and again: when it begins, once a minute while it lasts, and its end. */
export class OutageLog {
  readonly #log: Logger;
  readonly #messages: { failing: string; working: string };
  readonly #now: () => number;
  /** Null: the work did not fail the last time. */
  #loggedAt: number | null = null;

  /** @param now monotonic milliseconds */
  constructor(log: Logger, messages: { failing: string; working: string }, now: () => number) {
    this.#log = log;
    this.#messages = messages;
    this.#now = now;
  }

  noteFailure(error: unknown, facts: object = {}): void {
    const now = this.#now();
    if (this.#loggedAt === null || now - this.#loggedAt >= repeatMs) {
      this.#loggedAt = now;
      this.#log.warn({ err: error, ...facts }, this.#messages.failing);
    }
  }

  noteSuccess(): void {
    if (this.#loggedAt !== null) {
      this.#loggedAt = null;
      this.#log.info(this.#messages.working);
    }
  }
}
