import { readPointer, type ToolPaging } from "@bowline/catalog";
import { buildFailure } from "../../runtimes/build-failure.ts";
import type { Failure, Outcome, Success } from "../../runtimes/outcome.ts";
import type { CallBudget, NextPage, PreparedCall } from "../../runtimes/runtime.ts";
import { CollectedPages, type PageBounds } from "./collected-pages.ts";

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

/**
 * Requests page after page until there are enough results or no more. Returns them as one list in the last page's envelope,
 * which contains the position of the next page. When a limit is reached, the list is cut and `resultsCut` is set. When a page
 * fails, the whole call fails. A repeated position, or a page equal to the one before, ends the list. The list is cut where the
 * application itself had named that page, or the page is one of its largest.
 */
export async function followPages(call: PagedCall, bounds: PageBounds): Promise<Outcome> {
  const { paging, resultsPath } = call;
  const collected = new CollectedPages(resultsPath, bounds);
  let page = call.first;
  for (;;) {
    const outcome = await call.send(page, collected.remaining);
    if (!outcome.isSuccess) {
      return endWithFailure(collected, outcome);
    }
    const results = readPointer(outcome.output, resultsPath);
    if (!Array.isArray(results)) {
      return endWithoutList(collected, outcome, results);
    }
    if (isRepeated(collected, paging, outcome, results)) {
      return endRepeated(collected, paging, results);
    }
    collected.add(outcome, results);
    if (await call.isEnough(results)) {
      return collected.finish(null);
    }
    const next = page.nextPage?.(paging, outcome, results.length) ?? "end";
    if (typeof next === "string") {
      return endAfter(collected, next, outcome);
    }
    const cut = collected.findReachedBound();
    if (cut !== null) {
      return collected.finish(cut);
    }
    page = next;
  }
}

/** A failure is that of the whole call, unless the pages before it had used up a limit. */
function endWithFailure(collected: CollectedPages, failure: Failure): Outcome {
  const cut = collected.isEmpty ? null : collected.findUsedUpBound(failure);
  return cut === null ? collected.fail(failure) : collected.finish(cut);
}

/** Some applications leave the list out of the page after the last. */
function endWithoutList(collected: CollectedPages, outcome: Success, results: unknown): Outcome {
  if (collected.isEmpty) {
    return outcome;
  }
  return results === undefined || results === null
    ? collected.finish(null)
    : collected.fail(
        buildFailure("invalidOutput", "A further page contained no list of results.", outcome.executionInfo),
      );
}

/** Whether the application names each page itself, so that two pages may hold equal results. */
const namesPages = ({ kind }: ToolPaging): boolean => kind !== "pageNumber" && kind !== "offset";

/** Whether a page equals the one before: the application ignores the position. */
const isRepeated = (
  collected: CollectedPages,
  paging: ToolPaging,
  outcome: Success,
  results: readonly unknown[],
): boolean => collected.isRepeatedBy(outcome) || (!namesPages(paging) && collected.areRepeatedBy(results));

function endRepeated(collected: CollectedPages, paging: ToolPaging, results: readonly unknown[]): Outcome {
  const isFull = results.length >= (paging.maxSize ?? Number.POSITIVE_INFINITY);
  return collected.finish((namesPages(paging) && results.length > 0) || isFull ? "repeated" : null);
}

/** Ends with a page after which no other can be requested. */
function endAfter(
  collected: CollectedPages,
  reason: Exclude<NextPage, PreparedCall>,
  { executionInfo }: Success,
): Outcome {
  switch (reason) {
    case "end":
      return collected.finish(null);
    case "repeated":
      return collected.finish("repeated");
    case "refused":
      return collected.finish("link");
    case "unusable":
      return collected.fail(
        buildFailure(
          "invalidOutput",
          "The application named a next page that cannot be requested.",
          executionInfo,
        ),
      );
  }
}
