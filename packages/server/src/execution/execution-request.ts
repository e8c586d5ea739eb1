import type { ResolvedBy, ToolExecuteRequest } from "@bowline/contract";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Failure, Outcome } from "../runtimes/outcome.ts";

/** A request to run a tool. */
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
  /** The members to keep of each record in the list of results. Default: all. */
  resultMembers?: readonly string[];
  /** The history also keeps an output that is longer than usual, since the caller reads it from there (decisions D64). */
  keepsLongOutput?: boolean;
}

/** The connection that an execution uses. Null when none was found and the tool needs none. */
export interface ResolvedConnection {
  connection: ConnectionRow | null;
  resolvedBy: ResolvedBy;
}

/** The failure of a call that a person has to approve first. It was not sent, so it has no record. */
export interface HeldBack extends Omit<Failure, "kind"> {
  kind: "approvalRequired";
}

/** The result of an execution. */
export interface ExecutionResult extends ResolvedConnection {
  outcome: Outcome | HeldBack;
  /** The output as JSON. */
  outputJson: string;
  historyId: number | null;
  /** Whether the tool was called, as far as can be told. */
  isSent: boolean;
  /** Set when the call waits for this approval and was not sent (decisions D66). */
  approval?: {
    approvalId: string;
    /** A person denied the same call a short time ago. */
    wasDenied: boolean;
  };
}
