import type { ExecutionResult } from "../../execution/execution-request.ts";
import type { Logger } from "../../log/logger.ts";

/** Logs one line for an execution (decisions D49): the tool and its result, but neither input nor output. */
export function logExecution(
  log: Logger,
  tool: string,
  requestId: string,
  { outcome, historyId, connection, approval }: ExecutionResult,
): void {
  const { statusCode, executionTime } = outcome.executionInfo;
  const members = {
    tool,
    status: statusCode,
    ms: Math.round((executionTime ?? 0) * 10) / 10,
    historyId,
    connectionId: connection?.connectionId ?? null,
    requestId,
  };
  if (approval !== undefined) {
    const { approvalId } = approval;
    log.info({ tool, approvalId, connectionId: members.connectionId, requestId }, "approval requested");
  } else if (outcome.isSuccess) {
    log.info(members, "executed");
  } else {
    log.info({ ...members, failure: outcome.kind }, "execution failed");
  }
}
