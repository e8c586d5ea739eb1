import type { ExecutionSummary } from "@bowline/sdk";
import { UsageError } from "../../errors.ts";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";
import { type HistoryFilters, readHistoryFilters } from "./read-filters.ts";

/** With `all`, all calls that fit are listed. */
export interface HistoryListOptions extends HistoryFilters, ListOptions {
  all?: boolean;
}

const largestPage = 1000;

/** @throws UsageError when both a limit and all calls are asked for */
export async function listHistory(
  { bowline, output, wait }: Session,
  { limit: most, all, ...filters }: HistoryListOptions,
): Promise<void> {
  if (all === true && most !== undefined) {
    throw new UsageError("--all lists every call: leave out --limit, or --all.");
  }
  const limit = all === true ? Number.POSITIVE_INFINITY : most;
  const top = limit === undefined ? undefined : Math.min(Math.max(1, limit), largestPage);
  const call = bowline().executions.list({ ...readHistoryFilters(filters), top });
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
