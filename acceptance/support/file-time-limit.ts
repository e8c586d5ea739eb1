import type { Reporter, TestModule, Vitest } from "vitest/node";

const minute = 60_000;

/** Ends the run early, and fails it, when a test file takes too long: each hanging test of a file waits for its own limit. */
export class FileTimeLimit implements Reporter {
  readonly #minutes: number;
  readonly #timers = new Map<TestModule, NodeJS.Timeout>();
  #vitest: Vitest | undefined;

  /** @param minutes Default: 30, many times what the longest file takes on a quiet machine */
  constructor(minutes = 30) {
    this.#minutes = minutes;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleStart(module: TestModule): void {
    this.#timers.set(
      module,
      setTimeout(() => this.#endRun(module), this.#minutes * minute),
    );
  }

  onTestModuleEnd(module: TestModule): void {
    clearTimeout(this.#timers.get(module));
    this.#timers.delete(module);
  }

  #endRun({ relativeModuleId }: TestModule): void {
    const text = `${relativeModuleId} has run for ${this.#minutes} minutes, so the run ends early.`;
    this.#vitest?.logger.log(`FAILED: ${text}`);
    // As an error outside the tests, so that nothing is run again.
    this.#vitest?.state.catchError(new Error(text), "File time limit");
    void this.#vitest?.cancelCurrentRun("test-failure");
  }
}
