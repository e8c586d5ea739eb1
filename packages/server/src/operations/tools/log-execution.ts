import type { ExecutionResult } from "../../execution/execution-request.ts";
import type { Logger } from "../../logger.ts";

/** One line of the log for an execution (decisions D49): what ran and how it went, nothing of what was sent or came back. */
export function logExecution(
  log: Logger,
  tool: string,
  requestId: string,
  { outcome, historyId, connection }: ExecutionResult,
): void {
  const { statusCode, executionTime } = outcome.executionInfo;
  log.info(
    {
      tool,
      status: statusCode,
      ms: Math.round((executionTime ?? 0) * 10) / 10,
      historyId,
      connectionId: connection?.connectionId ?? null,
      requestId,
      ...(!outcome.isSuccess && { failure: outcome.kind }),
    },
    outcome.isSuccess ? "executed" : "execution failed",
  );
}
