import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { consoleBase } from "../../console-base.ts";
import { Loaded } from "../../parts/loaded.tsx";

/** Whether the server can work: its database above all. */
export function ServerStatus(): ReactNode {
  const query = useQuery({
    queryKey: ["health"],
    queryFn: async ({ signal }) => (await fetch(`${consoleBase}/health/ready`, { signal })).ok,
    refetchInterval: 10_000,
  });
  return (
    <Paper p="lg">
      <Title order={2} mb="sm">
        Server
      </Title>
      <Loaded query={query} lines={1}>
        {(isReady) => (
          <Stack gap="xs">
            <Group gap="sm">
              <Badge color={isReady ? "teal" : "red"}>{isReady ? "Ready" : "Not ready"}</Badge>
              <Text size="sm" c="dimmed">
                {isReady ? "The database answers." : "The database does not answer."}
              </Text>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}
