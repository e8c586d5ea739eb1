import { Alert, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../../icons/icon.tsx";
import { countOf } from "../../../parts/count-of.ts";
import { Problem } from "../../../parts/problem.tsx";
import { useLeftFocus } from "../../../parts/use-left-focus.ts";
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
  return state.phase === "done" ? (
    <ExportEnd state={state} close={cancel} />
  ) : (
    <RunningExport count={state.count} total={total} cancel={cancel} />
  );
}

function ExportEnd({ state, close }: { state: ExportState & { phase: "done" }; close(): void }): ReactNode {
  useLeftFocus();
  return (
    <Alert
      color={state.isLimited ? "yellow" : "teal"}
      icon={<Icon name={state.isLimited ? "circle-alert" : "check"} />}
      title={`${countOf(state.count, "call")} exported`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
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

interface RunningExportProps extends Pick<ExportProgressProps, "total" | "cancel"> {
  /** How many calls the file has so far. */
  count: number;
}

function RunningExport({ count, total, cancel }: RunningExportProps): ReactNode {
  useLeftFocus();
  const expected = Math.max(1, Math.min(total, exportLimit));
  return (
    <Paper withBorder p="sm" component="section" aria-label="Export">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" role="status">
            Exporting {show(count)} of {countOf(expected, "call")}
          </Text>
          <Button size="xs" variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
        <Progress value={Math.min(100, (100 * count) / expected)} aria-label="Exported" />
      </Stack>
    </Paper>
  );
}
