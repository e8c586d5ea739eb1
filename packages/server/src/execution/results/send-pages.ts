import { readPointer } from "@bowline/catalog";
import type { Outcome } from "../../runtimes/outcome.ts";
import type { PreparedCall } from "../../runtimes/runtime.ts";
import type { ExecutionParts } from "../execution-parts.ts";
import type { LoadedTool } from "../load-tool.ts";
import { type CallOptions, sendCall } from "../send-call.ts";
import type { PageBounds } from "./collected-pages.ts";
import { filterResults } from "./filter-results.ts";
import { followPages } from "./follow-pages.ts";
import type { ResultsPlan } from "./plan-results.ts";
import { refuseHeavyOutput } from "./refuse-heavy-output.ts";

/** The most pages of one execution. Together they have the time and size limits of a single call. */
const maxPages = 20;

/** Limits and options for callers that read more pages than one execution may. */
export interface PageOptions extends CallOptions {
  bounds?: PageBounds;
  /** Called with the results of each page. True: no more are needed. */
  onPage?: (results: readonly unknown[]) => boolean;
}

/**
 * Sends a call and, if the tool has pages, the calls for as many further pages as the plan needs. Where the next page cannot be requested, a full
 * page with too few results cuts the list.
 */
export async function sendPages(
  parts: Pick<ExecutionParts, "config">,
  tool: LoadedTool,
  first: PreparedCall,
  { remaining, enough }: ResultsPlan,
  { bounds, onPage, ...options }: PageOptions,
): Promise<Outcome> {
  const { paging, results: native } = tool.manifest ?? {};
  const { filters } = remaining;
  const resultsPath = tool.entry.resultsPath ?? "";
  let count = 0;
  const isEnough = async (results: readonly unknown[]) => {
    if (onPage?.(results)) {
      return true;
    }
    count += filters?.length
      ? (await filterResults(results, filters, tool.numberFields)).length
      : results.length;
    return enough !== null && count >= enough;
  };
  if (paging === undefined) {
    const outcome = await sendCall(parts, tool, first, options);
    const pageSize = native?.top?.max;
    if (pageSize === undefined || !outcome.isSuccess || outcome.isOutputHeavy) {
      return outcome;
    }
    const results = readPointer(outcome.output, resultsPath);
    const isCut = Array.isArray(results) && results.length >= pageSize && !(await isEnough(results));
    return isCut ? { ...outcome, resultsCut: "page" } : outcome;
  }
  const { toolTimeoutMs: timeoutMs, toolOutputBytes: maxBytes } = parts.config;
  return followPages(
    {
      first,
      paging,
      resultsPath,
      async send(call, budget) {
        const outcome = await sendCall(parts, tool, call, options, {
          timeoutMs: Math.min(budget.timeoutMs, timeoutMs),
          maxBytes: Math.min(budget.maxBytes, maxBytes),
        });
        return refuseHeavyOutput(outcome);
      },
      isEnough,
    },
    bounds ?? { maxPages, timeoutMs, maxBytes },
  );
}
