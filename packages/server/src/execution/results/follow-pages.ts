import { isDeepStrictEqual } from "node:util";
import { readPointer, type ToolPaging } from "@bowline/catalog";
import { buildFailure } from "../../runtimes/build-failure.ts";
import type { ExecutionInfo, Failure, Outcome, ResultsCut, Success } from "../../runtimes/outcome.ts";
import type { CallBudget, PreparedCall } from "../../runtimes/runtime.ts";
import { replacePointer } from "../masking/replace-pointer.ts";

/** A call whose results come in pages. */
export interface PagedCall {
  first: PreparedCall;
  paging: ToolPaging;
  /** JSON Pointer to the list on each page. */
  resultsPath: string;
  send(call: PreparedCall, budget: CallBudget): Promise<Outcome>;
  /** Called with the results of each page in turn. True: no more are needed. */
  isEnough(results: readonly unknown[]): Promise<boolean>;
}

/** Limits for all pages together. */
export interface PageBounds {
  maxPages: number;
  timeoutMs: number;
  /** Size of all decoded responses. */
  maxBytes: number;
}

/**
 * Requests page after page until there are enough results or no more. Returns them as one list in the last page's envelope,
 * which contains the position of the next page. When a limit is reached, the list is cut and `resultsCut` is set. When a page
 * fails, the whole call fails. A repeated position, or a page equal to the one before, ends the list. The list is cut where the
 * application itself had named that page, or the page is one of its largest.
 */
export async function followPages(call: PagedCall, bounds: PageBounds): Promise<Outcome> {
  const begin = performance.now();
  const collected = new CollectedPages(call.resultsPath, begin);
  let page = call.first;
  for (let pageCount = 1; ; pageCount++) {
    const budget = {
      timeoutMs: bounds.timeoutMs - (performance.now() - begin),
      maxBytes: bounds.maxBytes - collected.sizeBytes,
    };
    const outcome = await call.send(page, budget);
    if (!outcome.isSuccess) {
      const cut = collected.isEmpty ? null : findCut(outcome, begin, bounds);
      return cut === null ? collected.fail(outcome) : collected.finish(cut);
    }
    const results = readPointer(outcome.output, call.resultsPath);
    if (!Array.isArray(results)) {
      return collected.isEmpty ? outcome : endWithoutList(collected, outcome, results);
    }
    const isNamed = call.paging.kind !== "pageNumber" && call.paging.kind !== "offset";
    if (collected.isRepeatedBy(outcome) || (!isNamed && collected.areRepeatedBy(results))) {
      const isFull = results.length >= (call.paging.maxSize ?? Number.POSITIVE_INFINITY);
      return collected.finish((isNamed && results.length > 0) || isFull ? "repeated" : null);
    }
    collected.add(outcome, results);
    if (await call.isEnough(results)) {
      return collected.finish(null);
    }
    const next = page.nextPage?.(call.paging, outcome, results.length) ?? "end";
    if (next === "end") {
      return collected.finish(null);
    }
    if (next === "unusable") {
      return collected.fail(
        buildFailure(
          "invalidOutput",
          "The application named a next page that cannot be requested.",
          outcome.executionInfo,
        ),
      );
    }
    if (next === "repeated" || next === "refused") {
      return collected.finish(next === "refused" ? "link" : "repeated");
    }
    const cut = findBound(collected, pageCount, begin, bounds);
    if (cut !== null) {
      return collected.finish(cut);
    }
    page = next;
  }
}

/** The pages read so far. */
class CollectedPages {
  readonly #resultsPath: string;
  readonly #begin: number;
  readonly #results: unknown[] = [];
  #last: Success | null = null;
  #lastResults: readonly unknown[] = [];
  #count = 0;
  sizeBytes = 0;

  constructor(resultsPath: string, begin: number) {
    this.#resultsPath = resultsPath;
    this.#begin = begin;
  }

  get isEmpty(): boolean {
    return this.#last === null;
  }

  /** Whether a page equals the one before: the application ignores the position. */
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
    this.sizeBytes += outcome.executionInfo.dataSize ?? 0;
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
    return this.#count === 0 ? failure : { ...failure, executionInfo: this.#sum(failure.executionInfo) };
  }

  /** Status and headers are those of the last page. Time and size are summed over all pages. */
  #sum(info: ExecutionInfo): ExecutionInfo {
    return { ...info, executionTime: performance.now() - this.#begin, dataSize: this.sizeBytes };
  }
}

function findBound(
  { sizeBytes }: CollectedPages,
  pageCount: number,
  begin: number,
  { maxPages, timeoutMs, maxBytes }: PageBounds,
): ResultsCut | null {
  if (pageCount >= maxPages) {
    return "pages";
  }
  if (performance.now() - begin >= timeoutMs) {
    return "time";
  }
  return sizeBytes >= maxBytes ? "bytes" : null;
}

/** Finds the limit that the pages before had used up, when a further page failed only because of it. */
function findCut({ kind }: Failure, begin: number, { timeoutMs }: PageBounds): ResultsCut | null {
  // Timers may fire a little early.
  if (kind === "timeout" && performance.now() - begin >= timeoutMs - 10) {
    return "time";
  }
  return kind === "outputTooLarge" ? "bytes" : null;
}

/** Some applications leave the list out of the page after the last. */
function endWithoutList(collected: CollectedPages, { executionInfo }: Success, results: unknown): Outcome {
  return results === undefined || results === null
    ? collected.finish(null)
    : collected.fail(
        buildFailure("invalidOutput", "A further page contained no list of results.", executionInfo),
      );
}
