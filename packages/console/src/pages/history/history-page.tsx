import { Button, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { askAgain } from "../../api/ask-again.ts";
import { executionsQuery } from "../../api/executions.ts";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page } from "../../parts/page.tsx";
import { Problems } from "../../parts/problems.tsx";
import { ShowMore } from "../../parts/show-more.tsx";
import { useKeptError } from "../../parts/use-kept-error.ts";
import { HistoryChart } from "./chart/history-chart.tsx";
import { useHistorySummary } from "./chart/use-history-summary.ts";
import { ExportProgress } from "./export/export-progress.tsx";
import { useHistoryExport } from "./export/use-history-export.ts";
import { HistoryActions } from "./history-actions.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { HistoryTable } from "./history-table.tsx";
import { type HistorySearch, readFilters } from "./read-filters.ts";
import { SavedViewChips } from "./saved-view-chips.tsx";

const route = getRouteApi("/history");
const liveMs = 2000;
/** A server that fails is asked less often. */
const failingMs = 5_000;

/** Which agent did what, with whose account, and how it ended. */
export function HistoryPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setIsLive] = useState(true);
  const [words] = useDebouncedValue(search.search, 300);
  // The same filters for as long as the address stays, so that a span does not move below a long list.
  const key = JSON.stringify({ ...search, search: words });
  const filters = useMemo(() => readFilters(JSON.parse(key)), [key]);
  const change = useCallback(
    (changes: HistorySearch) => navigate({ search: (before) => ({ ...before, ...changes }), replace: true }),
    [navigate],
  );
  const isFiltered = Object.keys(search).some((name) => name !== "group");
  const query = useInfiniteQuery({
    ...executionsQuery(filters),
    // Only the first page is read again, so that a long list does not cost much.
    refetchInterval: ({ state }) =>
      isLive && (state.data?.pages.length ?? 0) <= 1
        ? state.error === null
          ? liveMs
          : failingMs
        : askAgain(state),
  });
  const missed = useKeptError(query);
  // Below a long list, nobody sees what is told above it.
  const missedMore = query.isFetchNextPageError ? query.error : null;
  const error = missedMore === null ? (missed ?? query.error) : null;
  const exported = useHistoryExport(filters);
  const records = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = query.data?.pages[0]?.totalCount ?? 0;
  const hasChart = records.length > 0 || isFiltered;
  const summary = useHistorySummary({ filters, search, isLive, enabled: hasChart });
  const summaryError = useKeptError(summary) ?? summary.error;
  return (
    <Page
      title="History"
      width="wide"
      description="Every call of a tool: who made it, through which connection, and how it ended."
      actions={
        <HistoryActions
          isLive={isLive}
          setIsLive={setIsLive}
          download={records.length === 0 ? null : exported.start}
        />
      }
    >
      <ExportProgress {...exported} total={total} />
      <HistoryFilters
        search={search}
        change={change}
        clear={() => navigate({ search: ({ group }) => ({ group }), replace: true })}
      />
      <SavedViewChips search={search} />
      {hasChart && (
        <HistoryChart
          filters={filters}
          search={search}
          summary={summary.data}
          hasFailed={summaryError !== null}
          change={change}
        />
      )}
      <Problems
        readings={[{ error, query }, ...(hasChart ? [{ error: summaryError, query: summary }] : [])]}
      />
      {query.isSuccess && records.length === 0 ? (
        <NoCall isFiltered={isFiltered} />
      ) : missed !== null ? null : (
        <HistoryTable records={records} isLoading={query.isPending} search={search} />
      )}
      {query.isSuccess && records.length > 0 && (
        <ShowMore
          count={records.length}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          error={missedMore}
          show={() => query.fetchNextPage()}
        >
          <Text size="sm" c="dimmed" aria-live="polite">
            {records.length.toLocaleString("en")} of {countOf(total, "call")}
          </Text>
        </ShowMore>
      )}
    </Page>
  );
}

function NoCall({ isFiltered }: { isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <Empty icon="activity" title="No call matches">
      Remove a filter to see more.
    </Empty>
  ) : (
    <Empty
      icon="activity"
      title="Nothing ran yet"
      action={
        <Button component={Link} to="/tools">
          Choose a tool
        </Button>
      }
    >
      Try a tool, or connect an agent: its first call appears here by itself.
    </Empty>
  );
}
