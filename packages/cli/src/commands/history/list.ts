import type { ExecutionSummary } from "@bowline/sdk";
import { UsageError } from "../../errors.ts";
import type { ListOptions } from "../../output/output.ts";
import { roundMs } from "../../output/round-ms.ts";
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
  const top = limit === undefined ? undefined : Math.min(limit, largestPage);
  const call = bowline().executions.list({ ...readHistoryFilters(filters), top });
  await wait("Reading the history", () => output.printList(call, chooseColumns(output), { limit }));
}

const shared = {
  id: ({ historyId }) => historyId,
  time: ({ createdDate }) => createdDate,
  tool: ({ toolSlug }) => toolSlug,
  result: ({ isSuccess, failureKind }) => (isSuccess ? "ok" : (failureKind ?? "failed")),
} satisfies Columns<ExecutionSummary>;

/** Each column has one thing, as a program reads it. */
export const historyColumns: Columns<ExecutionSummary> = {
  ...shared,
  status: ({ statusCode }) => statusCode,
  ms: ({ executionTime }) => roundMs(executionTime),
  source: ({ source }) => source,
  error: ({ errorMessage }) => errorMessage,
  member: ({ names, accountUserId }) => writeName(names.member, accountUserId),
  key: ({ names, apiKeyId }) => writeName(names.apiKey, apiKeyId),
  connection: ({ names, connectionId }) => writeName(names.connection, connectionId),
  toolset: ({ names, toolsetId }) => writeName(names.toolset, toolsetId),
};

/** No more columns than a terminal of 80 characters has room for. */
export const terminalColumns: Columns<ExecutionSummary> = {
  ...shared,
  ms: ({ executionTime }) => roundMs(executionTime),
  who: ({ names, apiKeyId, accountUserId, source }) =>
    joinNames(writeName(names.apiKey, apiKeyId), writeName(names.member, accountUserId), source),
  through: ({ names, connectionId, toolsetId }) =>
    joinNames(writeName(names.connection, connectionId), writeName(names.toolset, toolsetId)),
  error: ({ errorMessage }) => errorMessage,
};

/** Chooses the columns of calls, for people or for a program. */
export const chooseColumns = ({ isTerminal }: { isTerminal: boolean }): Columns<ExecutionSummary> =>
  isTerminal ? terminalColumns : historyColumns;

/** What was deleted has no name any more. */
const writeName = (name: string | null, id: number | string | null): string | null =>
  name ?? (typeof id === "number" ? `number ${id}` : id);

const joinNames = (...names: (string | null)[]): string => names.filter((name) => name !== null).join(" · ");
