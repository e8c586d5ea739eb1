import type { Tool } from "@bowline/sdk";
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { findList } from "../../result/find-list.ts";
import type { Outcome } from "./use-run.ts";

interface PageButtonsProps {
  tool: Tool;
  outcome: Extract<Outcome, { kind: "response" }>;
  turnPage(offset: number): void;
}

/** Leads to the next and the previous results of a list that was limited. */
export function PageButtons({ tool, outcome, turnPage }: PageButtonsProps): ReactNode {
  const { response, run, isDryRun } = outcome;
  const { top, offset } = run.options;
  const list = isDryRun || !response.data.isSuccess ? null : findList(response.data.output, tool.resultsPath);
  const hasNext = list !== null && top !== null && top > 0 && list.length >= top;
  if (list === null || tool.resultsPath === null || (!hasNext && offset === 0)) {
    return null;
  }
  const step = top !== null && top > 0 ? top : offset;
  return (
    <Group gap="xs" mt="sm" role="group" aria-label="Pages of the result">
      <PageButton isPossible={offset > 0} turn={() => turnPage(Math.max(0, offset - step))}>
        <Icon name="chevron-left" size={15} /> Previous
      </PageButton>
      <PageButton isPossible={hasNext} turn={() => turnPage(offset + step)}>
        Next <Icon name="chevron-right" size={15} />
      </PageButton>
      <Text size="xs" c="dimmed" role="status">
        {list.length === 0
          ? `There are no results after ${offset}.`
          : `Results ${offset + 1} to ${offset + list.length}`}
      </Text>
    </Group>
  );
}

interface PageButtonProps {
  isPossible: boolean;
  turn(): void;
  children: ReactNode;
}

/** It keeps the focus when there are no more pages. */
function PageButton({ isPossible, turn, children }: PageButtonProps): ReactNode {
  return (
    <Button
      size="xs"
      variant="default"
      aria-disabled={!isPossible}
      data-disabled={!isPossible}
      onClick={() => isPossible && turn()}
    >
      {children}
    </Button>
  );
}
