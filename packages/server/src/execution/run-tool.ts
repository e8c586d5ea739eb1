import type { ConnectionRow } from "../db/connections.ts";
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
  connection: ConnectionRow | null,
  built: BuiltHttpRequest,
  budget?: CallBudget,
): Promise<Outcome> {
  if (connection?.status === "expired" || connection?.status === "revoked") {
    return {
      isSuccess: false,
      kind: "authorizationExpired",
      message: connection.statusReason ?? `The connection is ${connection.status}: give it new credentials.`,
      output: null,
      executionInfo: { statusCode: null, headers: null, executionTime: 0, dataSize: null },
    };
  }
  return runHttp(deps.egress, built, {
    timeoutMs: budget?.timeoutMs ?? deps.config.toolTimeoutMs,
    maxBytes: budget?.maxBytes ?? deps.config.toolOutputBytes,
    retrySafe: tool.entry.isReadOnly || tool.entry.isIdempotent,
  });
}
