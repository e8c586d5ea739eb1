/**
 * The calls that run in this process for clients of older revisions, which cancel with a message of their own. Clients of the newest
 * revision close the request instead.
 */
export class RunningCalls {
  readonly #controllers = new Map<string, AbortController>();

  /** Runs a call that `cancel` can reach. @param key null: nothing can name the call */
  async run<Result>(key: string | null, work: (canceled: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    if (key === null || this.#controllers.has(key)) {
      return work(controller.signal);
    }
    this.#controllers.set(key, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#controllers.delete(key);
    }
  }

  /** Cancels the call, if it runs here. */
  cancel(key: string): void {
    this.#controllers.get(key)?.abort();
  }
}

/** Names a call. Another caller's or session's call has another name, whatever id its client gave it. */
export const callKey = (accountUserId: number, session: string, id: unknown): string | null =>
  typeof id === "string" || typeof id === "number" ? JSON.stringify([accountUserId, session, id]) : null;
