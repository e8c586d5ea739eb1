import { setImmediate as nextTurn } from "node:timers/promises";

/** The longest time for which one call's work may hold the event loop. Several calls take turns. */
const sliceMs = 8;
const stepsBetweenLooks = 200;

/** Splits long work into slices, so that other calls get their turn (decisions D75). */
export class Pace {
  #begin = performance.now();
  #steps = 0;

  /** Whether the slice is used up. @param steps work done since the last call; a step takes about a microsecond */
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
