import type { ExecutionSummary } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";
import { type HistoryFilters, readHistoryFilters } from "./read-filters.ts";

export async function listHistory(
  { bowline, output, wait }: Session,
  { limit, ...filters }: HistoryFilters & ListOptions,
): Promise<void> {
  const call = bowline().executions.list(readHistoryFilters(filters));
  await wait("Reading the history", () => output.printList(call, historyColumns, { limit }));
}

export const historyColumns: Columns<ExecutionSummary> = {
  id: ({ historyId }) => historyId,
  time: ({ createdDate }) => createdDate,
  tool: ({ toolSlug }) => toolSlug,
  result: ({ isSuccess, failureKind }) => (isSuccess ? "ok" : (failureKind ?? "failed")),
  status: ({ statusCode }) => statusCode,
  ms: ({ executionTime }) => (executionTime === null ? null : Math.round(executionTime)),
  source: ({ source }) => source,
  error: ({ errorMessage }) => errorMessage,
};
