import type { Tool } from "@bowline/sdk";
import { Badge, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

/** What a tool does to data, as badges. */
export function HintBadges({
  tool,
}: {
  tool: Pick<Tool, "annotations" | "isDeprecated" | "isFeatured">;
}): ReactNode {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {readOnlyHint ? (
        <Tooltip label="Changes nothing at the application">
          <Badge color="teal">Read-only</Badge>
        </Tooltip>
      ) : destructiveHint ? (
        <Tooltip label="May delete or overwrite data">
          <Badge color="red">Destructive</Badge>
        </Tooltip>
      ) : (
        <Tooltip label="Creates or changes data">
          <Badge color="sea">Writes</Badge>
        </Tooltip>
      )}
      {tool.isFeatured === true && <Badge color="gray">Recommended</Badge>}
      {tool.isDeprecated && <Badge color="gray">Deprecated</Badge>}
    </Group>
  );
}
