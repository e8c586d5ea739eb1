import { Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { askAgain } from "../../api/ask-again.ts";
import { executionSummaryQuery } from "../../api/executions.ts";
import { loadPart } from "../../load-part.ts";
import { countOf } from "../../parts/count-of.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { PartBoundary } from "../../parts/part-boundary.tsx";
import { readTimeZone, subscribeToTimeZone } from "../../parts/time-zone.ts";
import { describeInterval } from "../history/chart/choose-interval.ts";
import { createBucketWriter } from "../history/chart/describe-bucket.ts";
import { readSummary } from "../history/chart/read-summary.ts";

const SummaryChart = lazy(async () => ({
  default: (await loadPart(() => import("../history/chart/summary-chart.tsx"))).SummaryChart,
}));

const minuteMs = 60_000;
const height = 180;
const interval = "1h";
const steps = describeInterval(interval);

/** The calls of the last 24 hours. @param mayAsk false: the server is asked later */
export function LastDay({ mayAsk }: { mayAsk: boolean }): ReactNode {
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  const query = useQuery({
    ...executionSummaryQuery({ interval }),
    refetchInterval: ({ state }) => askAgain(state) || minuteMs,
    enabled: mayAsk,
  });
  return (
    <Paper p="lg">
      <Group justify="space-between" align="baseline" mb="md">
        <Title order={2}>Last 24 hours</Title>
        <Text size="xs" c="dimmed">
          {steps}
        </Text>
      </Group>
      <Loaded query={query} lines={2}>
        {(summary) => {
          const { count, failures } = summary;
          const data = readSummary(summary, null, String);
          return (
            <Stack>
              <SimpleGrid cols={3}>
                <Figure label="Calls" value={count.toLocaleString("en")} />
                <Figure label="Failed" value={failures.toLocaleString("en")} />
                <Figure
                  label="Succeeded"
                  value={count === 0 ? "—" : `${Math.floor((100 * (count - failures)) / count)} %`}
                />
              </SimpleGrid>
              {count > 0 && (
                <PartBoundary>
                  <Suspense fallback={<div style={{ height }} />}>
                    <SummaryChart
                      data={data}
                      height={height}
                      label={`${countOf(count, "call")}, ${failures} failed, ${steps}`}
                      describeStart={createBucketWriter(data.buckets, timeZone)}
                    />
                  </Suspense>
                </PartBoundary>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Paper>
  );
}

function Figure({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group>
        <Text fz={26} fw={650} lh={1.1}>
          {value}
        </Text>
      </Group>
    </Stack>
  );
}
