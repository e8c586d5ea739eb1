/** A call that waits for its turn. */
export interface Waiter {
  start(): void;
}

/**
 * Limits how many calls to one origin run and how many wait. An origin that does not respond then delays no calls to other origins
 * and uses limited memory.
 */
export class OriginGate {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  #running = 0;
  readonly #waiting = new Set<Waiter>();

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0;
  }

  /** Starts the call now or later. False when too many calls are waiting. */
  enter(waiter: Waiter): boolean {
    if (this.#running < this.#maxRunning) {
      this.#running++;
      waiter.start();
      return true;
    }
    if (this.#waiting.size >= this.#maxWaiting) {
      return false;
    }
    this.#waiting.add(waiter);
    return true;
  }

  /** Removes a waiting call. False when it was already started. */
  withdraw(waiter: Waiter): boolean {
    return this.#waiting.delete(waiter);
  }

  /**
   * Call this once for every call that was started, when it no longer uses a connection. The next call starts after the current
   * callback: undici's client must not get a request while it reports an error to another one.
   */
  leave(): void {
    const next = this.#waiting.values().next().value;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    queueMicrotask(() => next.start());
  }
}
