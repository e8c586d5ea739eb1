import type { Deps } from "../deps.ts";
import type { BuiltHttpRequest } from "../runtimes/http/build-request.ts";
import { runHttp } from "../runtimes/http/run-http.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import type { LoadedTool } from "./load-tool.ts";

/** What one downstream call may take at most. */
export interface CallBudget {
  timeoutMs: number;
  /** Of the decoded answer. */
  maxBytes: number;
}

/**
 * Runs a tool through its runtime. A failure is an outcome, never an exception (decisions D33).
 *
 * @param budget default: what the settings allow one call; less for a further page of results
 */
export async function runTool(
  deps: Deps,
  tool: LoadedTool,
  built: BuiltHttpRequest,
  budget?: CallBudget,
): Promise<Outcome> {
  return runHttp(deps.egress, built, {
    timeoutMs: budget?.timeoutMs ?? deps.config.toolTimeoutMs,
    maxBytes: budget?.maxBytes ?? deps.config.toolOutputBytes,
    retrySafe: tool.entry.isReadOnly || tool.entry.isIdempotent,
  });
}
