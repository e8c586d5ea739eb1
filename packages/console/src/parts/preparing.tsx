import { Group, Loader, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { countPreparingApplications } from "../session/access-token.ts";
import { countOf } from "./count-of.ts";

/** Shown while the server prepares the built-in applications, which then appear by themselves. */
export function Preparing(): ReactNode {
  const count = countPreparingApplications();
  return (
    <Paper p="lg">
      <Group gap="md" wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden="true" />
        <Stack gap={2}>
          <Text fw={600}>Preparing {countOf(count, "application")}…</Text>
          <Text size="sm" c="dimmed">
            This happens once and takes about half a minute. They appear here by themselves.
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}
