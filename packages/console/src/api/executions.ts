import type { Operations } from "@bowline/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bowline } from "./bowline.ts";

/** The filters of the history, as the API takes them. */
export type ExecutionFilters = Omit<
  Operations["listExecutions"]["query"],
  "offset" | "top" | "before" | "after"
>;

const pageSize = 100;

/** The newest executions. */
export const latestExecutionsQuery = (top: number) =>
  queryOptions({
    queryKey: ["executions", "latest", top],
    queryFn: ({ signal }) => bowline.executions.list({ top }, { signal }),
    staleTime: 2000,
  });

/** One call of an agent over MCP, if there was one. */
export const agentCallsQuery = queryOptions({
  queryKey: ["executions", "of agents"],
  queryFn: ({ signal }) => bowline.executions.list({ source: "mcp", top: 1 }, { signal }),
});

/** The history, newest first, a page at a time. A page stays the same while records arrive. */
export const executionsQuery = (filters: ExecutionFilters) =>
  infiniteQueryOptions({
    queryKey: ["executions", "list", filters],
    queryFn: ({ signal, pageParam }) =>
      bowline.executions.list(
        { ...filters, top: pageSize, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items }) => (items.length < pageSize ? null : (items.at(-1)?.historyId ?? null)),
    staleTime: 2000,
  });

/** The record next to another one under the same filters, if there is one. */
export const executionBesideQuery = (
  filters: ExecutionFilters,
  historyId: number,
  side: "before" | "after",
) =>
  queryOptions({
    queryKey: ["executions", side, filters, historyId],
    queryFn: ({ signal }) => bowline.executions.list({ ...filters, [side]: historyId, top: 1 }, { signal }),
    select: ({ items }) => items[0]?.historyId,
    staleTime: 2000,
  });

/** One record with its input and output. Records never change. */
export const executionQuery = (historyId: number) =>
  queryOptions({
    queryKey: ["executions", "one", historyId],
    queryFn: ({ signal }) => bowline.executions.get(historyId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The history counted over time. */
export const executionSummaryQuery = (query: Operations["getHistorySummary"]["query"]) =>
  queryOptions({
    queryKey: ["executions", "summary", query] as const,
    queryFn: ({ signal }) => bowline.executions.summary(query, { signal }),
    staleTime: 5000,
  });
