const firstDelayMs = 1000;
const longestDelayMs = 30_000;
/** How many times in a row each worker may die before serving, while none serves. */
const maxFailures = 6;

/** Decides when to replace a worker that died. */
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
   * @param othersListen whether other workers serve
   * @returns the delay in milliseconds before starting another one, 0 if the worker had served; null: start none until another one
   * serves
   */
  noteDeath(wasListening: boolean, othersListen: boolean): number | null {
    if (wasListening) {
      return 0;
    }
    this.#failures++;
    // If no worker has ever served, the cause lasts, such as a port in use.
    const mayLast = !this.#hasListened || this.#failures > maxFailures * this.#workers;
    if (mayLast && !othersListen) {
      return null;
    }
    const round = Math.ceil(this.#failures / this.#workers);
    return Math.min(firstDelayMs * 2 ** (round - 1), longestDelayMs);
  }
}
