import { readPointer, type ToolPaging } from "@bowline/catalog";
import type { ExecutionInfo, Failure, Outcome, ResultsCut, Success } from "../runtimes/outcome.ts";
import type { CallBudget, PreparedCall } from "../runtimes/runtime.ts";
import { replacePointer } from "./replace-pointer.ts";

/** A call whose results come in pages. */
export interface PagedCall {
  first: PreparedCall;
  paging: ToolPaging;
  /** Where the list stands on each page. */
  resultsPath: string;
  send(call: PreparedCall, budget: CallBudget): Promise<Outcome>;
  /** Told the results of each page in turn; true: no more are needed. */
  isEnough(results: readonly unknown[]): Promise<boolean>;
}

/** What following pages may take, all of them together. */
export interface PageBounds {
  maxPages: number;
  timeoutMs: number;
  /** Of all decoded answers. */
  maxBytes: number;
}

/**
 * Asks for page after page until there are enough results or no more, and answers them as one list in the last page's
 * envelope, which tells where the application would go on. A bound that is met cuts the list, and `resultsCut` says so; a page that fails
 * is a failure of the whole. A position that comes again, or a page that is the same as the one before, ends the list.
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
    const answer = await call.send(page, budget);
    if (!answer.isSuccess) {
      const cut = collected.isEmpty ? null : findCut(answer, begin, bounds);
      return cut === null ? collected.fail(answer) : collected.finish(cut);
    }
    const results = readPointer(answer.output, call.resultsPath);
    if (!Array.isArray(results)) {
      return collected.isEmpty ? answer : endWithoutList(collected, answer, results);
    }
    if (collected.isRepeatedBy(answer)) {
      return collected.finish(null);
    }
    collected.add(answer, results);
    if (await call.isEnough(results)) {
      return collected.finish(null);
    }
    const next = page.nextPage?.(call.paging, answer, results.length) ?? "end";
    if (next === "end") {
      return collected.finish(null);
    }
    if (next === "unusable") {
      return collected.fail(unusable(answer.executionInfo));
    }
    const cut = next === "refused" ? "link" : findBound(collected, pageCount, begin, bounds);
    if (cut !== null || next === "refused") {
      return collected.finish(cut);
    }
    page = next;
  }
}

/** The pages so far. */
class CollectedPages {
  readonly #resultsPath: string;
  readonly #begin: number;
  readonly #results: unknown[] = [];
  #last: Success | null = null;
  #count = 0;
  sizeBytes = 0;

  constructor(resultsPath: string, begin: number) {
    this.#resultsPath = resultsPath;
    this.#begin = begin;
  }

  get isEmpty(): boolean {
    return this.#last === null;
  }

  /** Word by word the page before: the application does not heed the position. */
  isRepeatedBy(answer: Success): boolean {
    return this.#last !== null && answer.outputText !== null && answer.outputText === this.#last.outputText;
  }

  add(answer: Success, results: readonly unknown[]): void {
    for (const result of results) {
      this.#results.push(result);
    }
    this.#last = answer;
    this.#count++;
    this.sizeBytes += answer.executionInfo.dataSize ?? 0;
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

  /** Status and headers are the last page's, time and size all pages'. */
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

/** Whether a further page failed only because the pages before it had used up the bounds. */
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
    : collected.fail({ ...unusable(executionInfo), message: "A further page held no list of results." });
}

const unusable = (executionInfo: ExecutionInfo): Failure => ({
  isSuccess: false,
  kind: "invalidOutput",
  message: "The application named a next page that cannot be asked for.",
  output: null,
  executionInfo,
});
