import { setImmediate as nextTurn } from "node:timers/promises";

/** So long may one call's own work hold the event loop at a time; several calls take turns. */
const sliceMs = 8;
const stepsBetweenLooks = 200;

/** Cuts long work into slices, so that other callers get their turn (decisions D75). */
export class Pace {
  #begin = performance.now();
  #steps = 0;

  /** Whether the slice is used up. `steps`: how much was done since it was last asked, a step being about a microsecond. */
  isDue(steps = 1): boolean {
    this.#steps += steps;
    if (this.#steps < stepsBetweenLooks) {
      return false;
    }
    this.#steps = 0;
    return performance.now() - this.#begin > sliceMs;
  }

  /** Ends the slice. */
  async rest(): Promise<void> {
    await nextTurn();
    this.#begin = performance.now();
  }
}
