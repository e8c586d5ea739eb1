import type { Tool } from "@bowline/sdk";
import { Code, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "../../parts/copy-button.tsx";
import { describeTool } from "../../parts/describe-tool.ts";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { LongDescription } from "../../parts/long-description.tsx";

/** What a tool does, and its slug. */
export function ToolDescription({ tool }: { tool: Tool }): ReactNode {
  return (
    <Stack gap={8} mt={4}>
      {describeTool(tool) !== "" && <LongDescription text={tool.description} />}
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
