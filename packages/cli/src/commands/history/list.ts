import type { ExecutionSummary } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

export interface HistoryFlags extends ListOptions {
  tool?: string;
  connection?: number;
  failed?: boolean;
  from?: string;
  to?: string;
}

export async function listHistory(
  { bowline, output, wait }: Session,
  { tool, connection, failed, from, to, ...options }: HistoryFlags,
): Promise<void> {
  const call = bowline().executions.list({
    toolSlug: tool,
    connectionId: connection,
    ...(failed === true && { isSuccess: false }),
    from,
    to,
  });
  await wait("Reading the history", () => output.printList(call, historyColumns, options));
}

export const historyColumns: Columns<ExecutionSummary> = {
  id: ({ historyId }) => historyId,
  time: ({ createdDate }) => createdDate,
  tool: ({ toolSlug }) => toolSlug,
  result: ({ isSuccess, failureKind }) => (isSuccess ? "ok" : (failureKind ?? "failed")),
  status: ({ statusCode }) => statusCode,
  ms: ({ executionTime }) => executionTime,
  source: ({ source }) => source,
  error: ({ errorMessage }) => errorMessage,
};
