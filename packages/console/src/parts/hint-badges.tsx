import type { Tool } from "@bowline/sdk";
import { Badge, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { Tooltip } from "./tooltip.tsx";

/** What a tool does to data, as badges. */
export function HintBadges({
  tool,
  isCompact = false,
}: {
  tool: Pick<Tool, "annotations" | "isDeprecated" | "isFeatured">;
  /** In a table, a star stands for `Recommended`. */
  isCompact?: boolean;
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
      {tool.isFeatured === true &&
        (isCompact ? <RecommendedStar /> : <Badge color="gray">Recommended</Badge>)}
      {tool.isDeprecated && <Badge color="gray">Deprecated</Badge>}
    </Group>
  );
}

function RecommendedStar(): ReactNode {
  return (
    <Tooltip label="Recommended">
      <span role="img" aria-label="Recommended" style={{ display: "flex", color: "var(--accent)" }}>
        <Icon name="star" size={15} />
      </span>
    </Tooltip>
  );
}
