import { ApiError, type SummaryGroupBy } from "@bowline/sdk";
import { Button, Group, Paper, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
  useSyncExternalStore,
} from "react";
import { type ExecutionFilters, executionSummaryQuery } from "../../../api/executions.ts";
import { Icon } from "../../../icons/icon.tsx";
import { loadPart } from "../../../load-part.ts";
import { countOf } from "../../../parts/count-of.ts";
import { describeMostDurations } from "../../../parts/format-figures.ts";
import { PartBoundary } from "../../../parts/part-boundary.tsx";
import { Problem } from "../../../parts/problem.tsx";
import { readTimeZone, subscribeToTimeZone } from "../../../parts/time-zone.ts";
import { useKeptError } from "../../../parts/use-kept-error.ts";
import { formatTime } from "../../../parts/when.tsx";
import { readServerTime } from "../../../session/server-clock.ts";
import type { HistorySearch } from "../read-filters.ts";
import { writeColor } from "./chart-colors.ts";
import { chooseInterval, describeInterval } from "./choose-interval.ts";
import { createBucketWriter } from "./describe-bucket.ts";
import { type ChartBucket, type ChartPart, readSummary } from "./read-summary.ts";
import { ScrolledSummaryTable } from "./summary-table.tsx";
import { Swatch } from "./swatch.tsx";
import { useGroupNames } from "./use-group-names.ts";

const SummaryChart = lazy(async () => ({
  default: (await loadPart(() => import("./summary-chart.tsx"))).SummaryChart,
}));

const groupings: { value: SummaryGroupBy; label: string }[] = [
  { value: "kind", label: "By result" },
  { value: "application", label: "By application" },
  { value: "tool", label: "By tool" },
  { value: "connection", label: "By connection" },
  { value: "source", label: "By way in" },
  { value: "member", label: "By member" },
  { value: "apiKey", label: "By key" },
];
const height = 220;
/** With 60, a day is divided into half hours. A phone has room for half as many. */
const mostBars = { wide: 60, narrow: 30 };
const liveMs = 10_000;

/** A server that is busy says when to ask again. */
const readRetryMs = (error: unknown): number =>
  error instanceof ApiError ? Math.max(liveMs, (error.retryAfter ?? 0) * 1000) : liveMs;

interface HistoryChartProps {
  filters: ExecutionFilters;
  search: HistorySearch;
  isLive: boolean;
  change(changes: HistorySearch): void;
}

/**
 * The calls over time, under the same filters as the list below. Without a time these are the last 24 hours. New records in that list do
 * not draw it anew.
 */
export const HistoryChart = memo(function HistoryChart(props: HistoryChartProps): ReactNode {
  const { filters, search, isLive, change } = props;
  const groupBy = groupings.find(({ value }) => value === search.group)?.value ?? "kind";
  const [isTable, setIsTable] = useState(false);
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  const isNarrow = useMediaQuery("(width < 48em)") ?? false;
  const isLastDay = filters.from === undefined && filters.to === undefined;
  const interval = chooseInterval(filters, isNarrow ? mostBars.narrow : mostBars.wide, readServerTime());
  const query = useQuery({
    ...executionSummaryQuery({ ...filters, groupBy, interval }),
    // Groups of one kind have no names of another.
    placeholderData: (before, query) => (query?.queryKey[2].groupBy === groupBy ? before : undefined),
    refetchInterval: ({ state }) => (isLive && filters.to === undefined ? readRetryMs(state.error) : false),
  });
  const error = useKeptError(query) ?? query.error;
  // Drawing takes about 50 ms, so the rest of the page, which may be there at once, does not wait for it.
  const summary = useDeferredValue(query.data, null) ?? undefined;
  const describe = useGroupNames(groupBy, summary?.groups ?? []);
  const data = summary === undefined ? undefined : readSummary(summary, groupBy, describe);
  const write = createBucketWriter(data?.buckets ?? [], timeZone);
  const open = ({ start, end }: ChartBucket) =>
    change({ from: new Date(start).toISOString(), to: new Date(end).toISOString() });
  const label =
    summary === undefined
      ? ""
      : `${countOf(summary.count, "call")}, ${summary.failures.toLocaleString("en")} failed, from ${formatTime(new Date(summary.from), timeZone)} to ${formatTime(new Date(summary.to), timeZone)}, ${describeInterval(summary.interval)}`;
  return (
    <Paper p="md" component="section" aria-label="Calls over time">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <Title order={2}>{isLastDay ? "Last 24 hours" : "Calls over time"}</Title>
            {summary !== undefined && (
              <Text size="sm" c="dimmed">
                {countOf(summary.count, "call")} · {summary.failures.toLocaleString("en")} failed
                {summary.p95 !== null && ` · ${describeMostDurations(summary.p95)}`}
              </Text>
            )}
          </Group>
          <Group gap="xs">
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name={isTable ? "activity" : "table"} size={15} />}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? "Show as chart" : "Show as table"}
            </Button>
            <Select
              aria-label="Group the chart"
              size="xs"
              w={150}
              data={groupings}
              value={groupBy}
              onChange={(value) => change({ group: value === "kind" ? undefined : (value ?? undefined) })}
            />
          </Group>
        </Group>
        {error !== null && (
          <Problem error={error} retry={() => query.refetch()} isTrying={query.isFetching} />
        )}
        {data === undefined || summary === undefined ? (
          error === null && <Skeleton height={height + 28} />
        ) : isTable ? (
          <ScrolledSummaryTable data={data} label={label} describeStart={write} open={open} />
        ) : (
          <>
            <PartBoundary>
              <Suspense fallback={<Skeleton height={height} />}>
                <SummaryChart
                  data={data}
                  height={height}
                  label={label}
                  withDuration
                  describeStart={write}
                  open={open}
                />
              </Suspense>
            </PartBoundary>
            <Legend parts={data.parts} steps={describeInterval(summary.interval)} />
          </>
        )}
      </Stack>
    </Paper>
  );
});

function Legend({ parts, steps }: { parts: readonly ChartPart[]; steps: string }): ReactNode {
  return (
    <Group gap="md">
      {parts.map(({ key, label, color, total }) => (
        <Group key={key} gap={6} wrap="nowrap">
          <Swatch color={writeColor(color)} />
          <Text size="xs" style={{ overflowWrap: "anywhere" }}>
            <bdi>{label}</bdi>{" "}
            <Text span inherit c="dimmed">
              {total.toLocaleString("en")}
            </Text>
          </Text>
        </Group>
      ))}
      <Group gap={6} wrap="nowrap">
        <span style={{ width: 14, borderTop: "2px solid var(--mantine-color-text)" }} />
        <Text size="xs">95 % done within</Text>
      </Group>
      <Text size="xs" c="dimmed" ms="auto">
        {steps}
      </Text>
    </Group>
  );
}
