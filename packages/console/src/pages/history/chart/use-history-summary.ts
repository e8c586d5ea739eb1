import { ApiError, type HistorySummary } from "@bowline/sdk";
import { useMediaQuery } from "@mantine/hooks";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { askAgain } from "../../../api/ask-again.ts";
import { type ExecutionFilters, executionSummaryQuery } from "../../../api/executions.ts";
import { readServerTime } from "../../../session/server-clock.ts";
import type { HistorySearch } from "../read-filters.ts";
import { chooseInterval } from "./choose-interval.ts";
import { readGrouping } from "./groupings.ts";

/** With 60, a day is divided into half hours. A phone has room for half as many. */
const mostBars = { wide: 60, narrow: 30 };
const liveMs = 10_000;

/** A server that is busy says when to ask again. */
const readRetryMs = (error: unknown): number =>
  error instanceof ApiError ? Math.max(liveMs, (error.retryAfter ?? 0) * 1000) : liveMs;

interface SummaryOptions {
  filters: ExecutionFilters;
  search: HistorySearch;
  isLive: boolean;
  /** Whether the chart is shown. */
  enabled: boolean;
}

/** Reads what the chart of the history shows. */
export function useHistorySummary(options: SummaryOptions): UseQueryResult<HistorySummary> {
  const { filters, search, isLive, enabled } = options;
  const groupBy = readGrouping(search);
  const isNarrow = useMediaQuery("(width < 48em)") ?? false;
  const interval = chooseInterval(filters, isNarrow ? mostBars.narrow : mostBars.wide, readServerTime());
  return useQuery({
    ...executionSummaryQuery({ ...filters, groupBy, interval }),
    enabled,
    // Groups of one kind have no names of another.
    placeholderData: (before, query) => (query?.queryKey[2].groupBy === groupBy ? before : undefined),
    refetchInterval: ({ state }) =>
      isLive && filters.to === undefined ? readRetryMs(state.error) : askAgain(state),
  });
}
