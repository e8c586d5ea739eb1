import { CompositeChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { describeMostDurations, formatDuration, formatShortCount } from "../../../parts/format-figures.ts";
import { lineColor, writeColor } from "./chart-colors.ts";
import type { ChartBucket, ChartData, ChartPart } from "./read-summary.ts";
import { Swatch } from "./swatch.tsx";

/** A chart lower than this has room for three lines. */
const lowHeight = 150;

export interface SummaryChartProps {
  data: ChartData;
  height: number;
  /** Says what the chart shows, for those who do not see it. */
  label: string;
  /** Shows the time that 95 % of the calls took at most, as a line. */
  withDuration?: boolean;
  describeStart(start: number): string;
  /** Is called with the bucket whose bar was clicked. */
  open?(bucket: ChartBucket): void;
}

/** Calls over time as stacked bars. It is a picture: {@link SummaryTable} has the same numbers as text. */
export function SummaryChart(props: SummaryChartProps): ReactNode {
  const { data, height, label, withDuration = false, describeStart, open } = props;
  const hasDuration = withDuration && data.buckets.some(({ p95 }) => p95 !== null);
  return (
    <div role="img" aria-label={label}>
      <CompositeChart
        h={height}
        data={data.buckets.map(({ start, p95, counts }, place) => ({ ...counts, start, p95, place }))}
        dataKey="start"
        series={[
          ...data.parts.map(({ key, color }) => ({
            name: key,
            color: writeColor(color),
            type: "bar" as const,
          })),
          ...(hasDuration
            ? [{ name: "p95", color: writeColor(lineColor), type: "line" as const, yAxisId: "right" }]
            : []),
        ]}
        barProps={{
          stackId: "calls",
          ...(open !== undefined && {
            cursor: "pointer",
            onClick: ({ payload }) => {
              const bucket = data.buckets[payload?.place ?? -1];
              if (bucket !== undefined) {
                open(bucket);
              }
            },
          }),
        }}
        maxBarWidth={40}
        // One point alone would be no line. What lies over a bar must not take its clicks.
        dotProps={{ r: 1.5, strokeWidth: 0, pointerEvents: "none" }}
        lineProps={{ pointerEvents: "none" }}
        connectNulls={false}
        strokeWidth={1.5}
        curveType="linear"
        withRightYAxis={hasDuration}
        yAxisProps={{
          width: 44,
          allowDecimals: false,
          tickCount: height < lowHeight ? 3 : 5,
          tickFormatter: (count: number) => formatShortCount(count),
        }}
        // The number of the highest line needs room.
        composedChartProps={{ margin: { top: 8 } }}
        rightYAxisProps={{
          width: 64,
          allowDecimals: false,
          tickFormatter: (ms: number) => (ms === 0 ? "0" : formatDuration(ms)),
        }}
        // Always the same time between two of them.
        xAxisProps={{ tickFormatter: describeStart, minTickGap: 32, interval: "equidistantPreserveStart" }}
        tooltipProps={{
          content: ({ payload }) => {
            const bucket = data.buckets[payload?.[0]?.payload.place ?? -1];
            return bucket === undefined ? null : (
              <Details bucket={bucket} parts={data.parts} title={describeStart(bucket.start)} />
            );
          },
        }}
        // The table is what a keyboard and a screen reader use.
        accessibilityLayer={false}
      />
    </div>
  );
}

interface DetailsProps {
  bucket: ChartBucket;
  parts: readonly ChartPart[];
  title: string;
}

function Details({ bucket, parts, title }: DetailsProps): ReactNode {
  return (
    <Paper p="sm" shadow="md" miw={170} maw={360}>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {parts
        .filter(({ key }) => (bucket.counts[key] ?? 0) > 0)
        .map(({ key, label, color }) => (
          <Group key={key} gap="xs" wrap="nowrap" justify="space-between">
            <Group gap={6} wrap="nowrap">
              <Swatch color={writeColor(color)} />
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                <bdi>{label}</bdi>
              </Text>
            </Group>
            <Text size="sm" fw={550}>
              {(bucket.counts[key] ?? 0).toLocaleString("en")}
            </Text>
          </Group>
        ))}
      <Text size="xs" c="dimmed" mt={4}>
        {bucket.count === 0 ? "No calls" : bucket.p95 !== null && describeMostDurations(bucket.p95)}
      </Text>
    </Paper>
  );
}
