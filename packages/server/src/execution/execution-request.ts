import type { ResolvedBy, ToolExecuteRequest } from "@bowline/contract";
import type { ConnectionRow } from "../db/connections.ts";
import type { Outcome } from "../runtimes/outcome.ts";

/** What an execution is asked to do. */
export interface ExecutionRequest {
  /** A tool's slug, or with `applicationSlug` its bare operation. */
  toolSlug: string;
  applicationSlug: string | null;
  connectionId: number | null;
  /** Lower case. */
  toolsetId: string | null;
  body: ToolExecuteRequest;
  source: "api" | "mcp" | "console";
  requestId: string;
}

/** The connection an execution uses; null where the tool needs none and none was found. */
export interface ResolvedConnection {
  connection: ConnectionRow | null;
  resolvedBy: ResolvedBy;
}

/** What an execution came to. */
export interface ExecutionResult extends ResolvedConnection {
  outcome: Outcome;
  /** The output as JSON. */
  outputJson: string;
  historyId: number | null;
}
