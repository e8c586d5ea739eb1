const firstDelayMs = 1000;
const longestDelayMs = 30_000;
/** How many times in a row each worker may die before it serves. */
const maxFailures = 6;

/** Decides when a worker that died is replaced. */
export class WorkerRestarts {
  readonly #workers: number;
  #failures = 0;
  #hasListened = false;

  constructor(workers: number) {
    this.#workers = workers;
  }

  noteListening(): void {
    this.#hasListened = true;
    this.#failures = 0;
  }

  /**
   * @param wasListening whether the worker had begun to serve
   * @returns after how many milliseconds to start another one: at once after one that served; null: no more
   */
  noteDeath(wasListening: boolean): number | null {
    if (wasListening) {
      return 0;
    }
    this.#failures++;
    // At the start of the server the reason does not go away by itself, such as a port that is in use.
    if (!this.#hasListened || this.#failures > maxFailures * this.#workers) {
      return null;
    }
    const round = Math.ceil(this.#failures / this.#workers);
    return Math.min(firstDelayMs * 2 ** (round - 1), longestDelayMs);
  }
}
