import { Alert, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../../icons/icon.tsx";
import { countOf } from "../../../parts/count-of.ts";
import { Problem } from "../../../parts/problem.tsx";
import { type ExportFormat, exportLimit } from "./export-records.ts";
import type { ExportState } from "./use-history-export.ts";

interface ExportProgressProps {
  state: ExportState;
  /** How many calls the filter matches. */
  total: number;
  start(format: ExportFormat): void;
  /** Ends the export, or puts its result away. */
  cancel(): void;
}

const show = (count: number): string => count.toLocaleString("en");

/** How far the export is, and what is in its file. */
export function ExportProgress({ state, total, start, cancel }: ExportProgressProps): ReactNode {
  if (state.phase === "idle") {
    return null;
  }
  if (state.phase === "failed") {
    return <Problem error={state.error} retry={() => start(state.format)} />;
  }
  if (state.phase === "done") {
    return (
      <Alert
        color={state.isLimited ? "yellow" : "teal"}
        icon={<Icon name={state.isLimited ? "circle-alert" : "check"} />}
        title={`${countOf(state.count, "call")} exported`}
        withCloseButton
        closeButtonLabel="Close"
        onClose={cancel}
        role="status"
      >
        <Text size="sm" c="var(--mantine-color-text)">
          {state.isLimited
            ? `A file has the newest ${show(exportLimit)} calls at most. For older ones choose an earlier time, and export again.`
            : `Saved as ${state.name}.`}
        </Text>
      </Alert>
    );
  }
  const expected = Math.max(1, Math.min(total, exportLimit));
  return (
    <Paper withBorder p="sm" component="section" aria-label="Export">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" role="status">
            Exporting {show(state.count)} of {countOf(expected, "call")}
          </Text>
          <Button size="xs" variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
        <Progress value={Math.min(100, (100 * state.count) / expected)} aria-label="Exported" />
      </Stack>
    </Paper>
  );
}
