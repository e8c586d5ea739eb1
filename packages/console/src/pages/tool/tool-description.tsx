import type { Tool } from "@bowline/sdk";
import { Code, Group, Spoiler, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { renderInline } from "../../form/description.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { HintBadges } from "../../parts/hint-badges.tsx";
import classes from "./tool.module.css";

/** Three lines of `.description`. */
const closedPx = 75;

/** What a tool does, and its slug. */
export function ToolDescription({ tool }: { tool: Tool }): ReactNode {
  return (
    <Stack gap={8} mt={4}>
      {tool.description !== "" && tool.description !== tool.name && (
        <Spoiler
          maxHeight={closedPx}
          showLabel="Show all"
          hideLabel="Show less"
          transitionDuration={0}
          className={classes.description}
        >
          {renderInline(tool.description)}
        </Spoiler>
      )}
      <Group gap="xs">
        <HintBadges tool={tool} />
        <Group gap={2} wrap="nowrap">
          <Code>{tool.slug}</Code>
          <CopyButton value={tool.slug} label="Copy the tool's slug" />
        </Group>
      </Group>
    </Stack>
  );
}
