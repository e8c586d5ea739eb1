import type { HistorySummary } from "@bowline/sdk";
import { Button, Group, Paper, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
  useSyncExternalStore,
} from "react";
import type { ExecutionFilters } from "../../../api/executions.ts";
import { Icon } from "../../../icons/icon.tsx";
import { loadPart } from "../../../load-part.ts";
import { countOf } from "../../../parts/count-of.ts";
import { describeMostDurations } from "../../../parts/format-figures.ts";
import { PartBoundary } from "../../../parts/part-boundary.tsx";
import { readTimeZone, subscribeToTimeZone } from "../../../parts/time-zone.ts";
import { formatTime } from "../../../parts/when.tsx";
import type { HistorySearch } from "../read-filters.ts";
import { writeColor } from "./chart-colors.ts";
import { describeInterval } from "./choose-interval.ts";
import { createBucketWriter } from "./describe-bucket.ts";
import { groupings, readGrouping } from "./groupings.ts";
import { type ChartBucket, type ChartPart, readSummary } from "./read-summary.ts";
import { ScrolledSummaryTable } from "./summary-table.tsx";
import { Swatch } from "./swatch.tsx";
import { useGroupNames } from "./use-group-names.ts";

const SummaryChart = lazy(async () => ({
  default: (await loadPart(() => import("./summary-chart.tsx"))).SummaryChart,
}));

const height = 220;

interface HistoryChartProps {
  filters: ExecutionFilters;
  search: HistorySearch;
  /** Undefined: it is not there yet. */
  summary: HistorySummary | undefined;
  /** Whether it could not be read. The page says why. */
  hasFailed: boolean;
  change(changes: HistorySearch): void;
}

/**
 * The calls over time, under the same filters as the list below. Without a time these are the last 24 hours. New records in that list do
 * not draw it anew.
 */
export const HistoryChart = memo(function HistoryChart(props: HistoryChartProps): ReactNode {
  const { filters, search, hasFailed, change } = props;
  const groupBy = readGrouping(search);
  const [isTable, setIsTable] = useState(false);
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  const isLastDay = filters.from === undefined && filters.to === undefined;
  // Drawing takes about 50 ms, so the rest of the page, which may be there at once, does not wait for it.
  const summary = useDeferredValue(props.summary, null) ?? undefined;
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
        {data === undefined || summary === undefined ? (
          !hasFailed && <Skeleton height={height + 28} />
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
