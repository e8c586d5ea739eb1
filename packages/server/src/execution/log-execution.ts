import { type Logger, logOften } from "../log/logger.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import type { PreparedExecution } from "./prepared-execution.ts";

type Logged = Pick<PreparedExecution, "tool" | "connection" | "request">;

/** Logs one line for an execution (decisions D49): the tool and its result, but neither input nor output. */
export function logExecution(
  log: Logger,
  { tool, connection, request }: Logged,
  outcome: Outcome,
  historyId: number | null,
): void {
  const { statusCode, executionTime } = outcome.executionInfo;
  const members = {
    tool: tool.entry.slug,
    status: statusCode,
    ms: Math.round((executionTime ?? 0) * 10) / 10,
    historyId,
    connectionId: connection?.connectionId ?? null,
    requestId: request.requestId,
  };
  if (outcome.isSuccess) {
    logOften(log, members, "executed");
  } else {
    logOften(log, { ...members, failure: outcome.kind }, "execution failed");
  }
}

/** Logs one line for a call that waits for an approval. */
export function logApprovalRequest(
  log: Logger,
  { tool, connection, request }: Logged,
  approvalId: string,
): void {
  const connectionId = connection?.connectionId ?? null;
  log.info(
    { tool: tool.entry.slug, approvalId, connectionId, requestId: request.requestId },
    "approval requested",
  );
}
