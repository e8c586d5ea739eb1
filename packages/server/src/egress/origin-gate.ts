/** One that waits for its turn. */
export interface Waiter {
  start(): void;
}

/**
 * Lets a bounded number of calls to one origin run and a bounded number wait, so that an origin that does not answer
 * holds up nobody else's calls and no unbounded memory.
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

  /** Starts the call now or later; false when too many wait already. */
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

  /** Gives up waiting; false when the call had been started. */
  withdraw(waiter: Waiter): boolean {
    return this.#waiting.delete(waiter);
  }

  /**
   * Called once for every call that was started, when it holds no connection any more. The next one starts only after the
   * present callback: undici's client must not be given a request while it reports an error to another.
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
