import type { Tool } from "@bowline/sdk";
import { Box, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useState } from "react";
import { AddToToolset } from "./add-to-toolset.tsx";
import { OutcomeView } from "./outcome-view.tsx";
import { PageButtons } from "./page-buttons.tsx";
import classes from "./tool.module.css";
import type { Outcome } from "./use-run.ts";

interface ResultPanelProps {
  ref: Ref<HTMLElement>;
  tool: Tool;
  outcome: Outcome | null;
  isRunning: boolean;
  /** The connection that a run uses; null: none. */
  connectionId: number | null;
  /** The result stays until the next one is there: it is another page or order of the same list. */
  isKept: boolean;
  sortBy(fieldName: string): void;
  turnPage(offset: number): void;
}

/** The result of the last run, and its pages. */
export function ResultPanel(props: ResultPanelProps): ReactNode {
  const { ref, tool, outcome, isRunning, connectionId, isKept, sortBy, turnPage } = props;
  const canAdd = hasSucceeded(outcome) && connectionId !== null && !isRunning;
  // Another order or page is another call, and only one that reads does nothing again.
  const canCallAgain = tool.annotations.readOnlyHint;
  return (
    <Paper
      ref={ref}
      component="section"
      aria-label="Result"
      aria-busy={isRunning}
      p={{ base: "md", sm: "lg" }}
      className={classes.panel}
    >
      <Title order={2} mb="md">
        Result
      </Title>
      <div aria-live="polite" className={isRunning ? classes.waiting : undefined}>
        {isRunning && !(isKept && outcome !== null) ? (
          <Running />
        ) : outcome === null ? (
          <Text size="sm" c="dimmed">
            Fill in the input and press Run. A dry run shows the request and sends nothing.
          </Text>
        ) : (
          <OutcomeView tool={tool} outcome={outcome} onSort={canCallAgain ? sortBy : undefined} />
        )}
      </div>
      {canCallAgain && outcome?.kind === "response" && (!isRunning || isKept) && (
        <PageButtons tool={tool} outcome={outcome} turnPage={turnPage} />
      )}
      {canAdd && (
        <Box mt="md">
          <AddToToolset tool={tool} connectionId={connectionId} />
        </Box>
      )}
    </Paper>
  );
}

/** Through a toolset, the tool is in one already. */
const hasSucceeded = (outcome: Outcome | null): boolean =>
  outcome?.kind === "response" &&
  !outcome.isDryRun &&
  outcome.response.data.isSuccess &&
  outcome.run.toolsetId === null;

/** The time since the run began. */
function Running(): ReactNode {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Text size="sm" c="dimmed">
      Running…{seconds > 1 && <span aria-hidden="true"> {seconds} s</span>}
    </Text>
  );
}
