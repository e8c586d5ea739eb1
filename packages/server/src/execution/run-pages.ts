import type { Deps } from "../deps.ts";
import { type BuiltHttpRequest, buildHttpRequest, type HttpTarget } from "../runtimes/http/build-request.ts";
import { followPages, type PageBounds } from "../runtimes/http/paging/follow-pages.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import { filterResults } from "./filter-results.ts";
import type { LoadedTool } from "./load-tool.ts";
import type { ResultsPlan } from "./plan-results.ts";
import { runTool } from "./run-tool.ts";

/** What the pages of one execution may take together: the time and size of a single call. */
export const maxPages = 20;

/** A call with everything that its requests are built of. */
export interface PageableCall {
  tool: LoadedTool;
  target: HttpTarget;
  /** The first request. */
  built: BuiltHttpRequest;
}

/** For who wants more than one execution may have. */
export interface PageOptions {
  bounds?: PageBounds;
  /** Told the results of each page; true: no more are needed. */
  onPage?: (results: readonly unknown[]) => boolean;
}

/** Runs a tool, over as many pages as the plan needs where the tool has pages. */
export async function runPages(
  deps: Deps,
  { tool, target, built }: PageableCall,
  { input, remaining, enough }: ResultsPlan,
  { bounds, onPage }: PageOptions = {},
): Promise<Outcome> {
  const paging = tool.manifest?.paging;
  if (paging === undefined) {
    return runTool(deps, tool, built);
  }
  const { filters } = remaining;
  let count = 0;
  const { toolTimeoutMs: timeoutMs, toolOutputBytes: maxBytes } = deps.config;
  return followPages(
    {
      paging,
      resultsPath: tool.entry.resultsPath ?? "",
      input,
      first: built,
      build: (changed) => buildHttpRequest(tool.http, target, changed),
      send: (request, budget) =>
        runTool(deps, tool, request, {
          timeoutMs: Math.min(budget.timeoutMs, timeoutMs),
          maxBytes: Math.min(budget.maxBytes, maxBytes),
        }),
      async isEnough(results) {
        if (onPage?.(results)) {
          return true;
        }
        count += filters?.length ? (await filterResults(results, filters)).length : results.length;
        return enough !== null && count >= enough;
      },
    },
    bounds ?? { maxPages, timeoutMs, maxBytes },
  );
}
