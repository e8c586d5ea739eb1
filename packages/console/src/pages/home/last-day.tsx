import { Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bowline } from "../../api/bowline.ts";
import { Loaded } from "../../parts/loaded.tsx";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The calls of the last 24 hours. */
export function LastDay(): ReactNode {
  // Whole minutes, so that the query is asked again once a minute at most.
  const from = new Date(Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs).toISOString();
  const query = useQuery({
    queryKey: ["executions", "last day", from],
    queryFn: async ({ signal }) => {
      const [all, failed] = await Promise.all([
        bowline.executions.list({ from, top: 1 }, { signal }),
        bowline.executions.list({ from, isSuccess: false, top: 1 }, { signal }),
      ]);
      return { count: all.totalCount, failures: failed.totalCount };
    },
    placeholderData: (before) => before,
  });
  return (
    <Paper p="lg">
      <Title order={2} mb="md">
        Last 24 hours
      </Title>
      <Loaded query={query} lines={2}>
        {({ count, failures }) => (
          <SimpleGrid cols={3}>
            <Figure label="Calls" value={count.toLocaleString("en")} />
            <Figure label="Failed" value={failures.toLocaleString("en")} />
            <Figure
              label="Succeeded"
              value={count === 0 ? "—" : `${Math.floor((100 * (count - failures)) / count)} %`}
            />
          </SimpleGrid>
        )}
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
