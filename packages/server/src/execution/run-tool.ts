import type { ConnectionRow } from "../db/connections.ts";
import type { Deps } from "../deps.ts";
import type { BuiltHttpRequest } from "../runtimes/http/build-request.ts";
import { runHttp } from "../runtimes/http/run-http.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import type { LoadedTool } from "./load-tool.ts";

/** Runs a tool through its runtime. A failure is an outcome, never an exception (decisions D33). */
export async function runTool(
  deps: Deps,
  tool: LoadedTool,
  connection: ConnectionRow | null,
  built: BuiltHttpRequest,
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
    timeoutMs: deps.config.toolTimeoutMs,
    maxBytes: deps.config.toolOutputBytes,
    retrySafe: tool.entry.isReadOnly || tool.entry.isIdempotent,
  });
}
