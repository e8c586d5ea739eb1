import { isDeepStrictEqual } from "node:util";
import type { ExecutionInfo, Failure, Outcome, ResultsCut, Success } from "../../runtimes/outcome.ts";
import type { CallBudget } from "../../runtimes/runtime.ts";
import { replacePointer } from "./replace-pointer.ts";

/** Limits for all pages together. */
export interface PageBounds {
  maxPages: number;
  timeoutMs: number;
  /** Size of all decoded responses. */
  maxBytes: number;
}

/** The pages read so far. */
export class CollectedPages {
  readonly #resultsPath: string;
  readonly #bounds: PageBounds;
  readonly #begin = performance.now();
  readonly #results: unknown[] = [];
  #last: Success | null = null;
  #lastResults: readonly unknown[] = [];
  #count = 0;
  #sizeBytes = 0;

  constructor(resultsPath: string, bounds: PageBounds) {
    this.#resultsPath = resultsPath;
    this.#bounds = bounds;
  }

  /** What the bounds leave for the next page. */
  get remaining(): CallBudget {
    return {
      timeoutMs: this.#bounds.timeoutMs - (performance.now() - this.#begin),
      maxBytes: this.#bounds.maxBytes - this.#sizeBytes,
    };
  }

  get isEmpty(): boolean {
    return this.#last === null;
  }

  /** Whether the response is that of the page before. */
  isRepeatedBy(outcome: Success): boolean {
    return this.#last !== null && outcome.outputText !== null && outcome.outputText === this.#last.outputText;
  }

  /** The same for the results alone, for an application that writes a time or the request's id beside them. */
  areRepeatedBy(results: readonly unknown[]): boolean {
    const before = this.#lastResults;
    return results.length > 0 && results.length === before.length && isDeepStrictEqual(results, before);
  }

  add(outcome: Success, results: readonly unknown[]): void {
    this.#lastResults = results;
    for (const result of results) {
      this.#results.push(result);
    }
    this.#last = outcome;
    this.#count++;
    this.#sizeBytes += outcome.executionInfo.dataSize ?? 0;
  }

  finish(resultsCut: ResultsCut | null): Outcome {
    const last = this.#last;
    if (last === null) {
      throw new Error("No page was collected.");
    }
    const cut = resultsCut === null ? {} : { resultsCut };
    if (this.#count === 1) {
      return { ...last, ...cut, executionInfo: this.#sum(last.executionInfo) };
    }
    return {
      ...last,
      ...cut,
      output: replacePointer(last.output, this.#resultsPath, this.#results),
      outputText: null,
      executionInfo: this.#sum(last.executionInfo),
    };
  }

  fail(failure: Failure): Failure {
    if (this.#count === 0) {
      return failure;
    }
    const { nothingDone: _ofThisPage, ...failed } = failure;
    return { ...failed, executionInfo: this.#sum(failure.executionInfo) };
  }

  /** Finds the limit that the pages have reached. */
  findReachedBound(): ResultsCut | null {
    const { maxPages, timeoutMs, maxBytes } = this.#bounds;
    if (this.#count >= maxPages) {
      return "pages";
    }
    if (performance.now() - this.#begin >= timeoutMs) {
      return "time";
    }
    return this.#sizeBytes >= maxBytes ? "bytes" : null;
  }

  /** Finds the limit that the pages before had used up, when a further page failed only because of it. */
  findUsedUpBound({ kind }: Failure): ResultsCut | null {
    // Timers may fire a little early.
    if (kind === "timeout" && performance.now() - this.#begin >= this.#bounds.timeoutMs - 10) {
      return "time";
    }
    return kind === "outputTooLarge" ? "bytes" : null;
  }

  /** Status and headers are those of the last page. Time and size are summed over all pages. */
  #sum(info: ExecutionInfo): ExecutionInfo {
    return { ...info, executionTime: performance.now() - this.#begin, dataSize: this.#sizeBytes };
  }
}
