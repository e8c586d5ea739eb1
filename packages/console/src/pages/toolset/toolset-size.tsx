import type { Toolset } from "@bowline/sdk";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { mostToolsInOneCall } from "../../api/tools.ts";
import { Tooltip } from "../../parts/tooltip.tsx";
import { countTools } from "../toolsets/count-tools.ts";

/** A token of today's models has about four characters of JSON. */
const charactersPerToken = 4;

interface ToolsetSizeProps {
  toolset: Toolset;
  /** Whether the choice differs from the saved tools, whose size this is. */
  isChanged: boolean;
  /** Whether to wait for a click: the page makes many calls already. Undefined: not known yet. */
  isOnDemand: boolean | undefined;
}

/** What the saved tools cost a model for each conversation, roughly. */
export function ToolsetSize({ toolset, isChanged, isOnDemand }: ToolsetSizeProps): ReactNode {
  const { toolsetId, updatedDate } = toolset;
  const [isWanted, setIsWanted] = useState(false);
  const count = countTools(toolset);
  const { data, isFetching } = useQuery({
    queryKey: ["toolsets", "size", toolsetId, updatedDate],
    queryFn: async ({ signal }) => {
      // One page stands for all: the size is told roughly.
      const { items, totalCount } = await bowline.tools.definitions(
        "openai",
        { toolsetId, top: mostToolsInOneCall },
        { signal },
      );
      return items.length === 0 ? 0 : (JSON.stringify(items).length * totalCount) / items.length;
    },
    enabled: count > 0 && (isWanted || isOnDemand === false),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (count === 0) {
    return null;
  }
  if (data === undefined) {
    return isOnDemand === true ? (
      <Button size="compact-xs" variant="subtle" loading={isFetching} onClick={() => setIsWanted(true)}>
        How many tokens?
      </Button>
    ) : null;
  }
  const tokens = Math.max(Math.round(data / charactersPerToken / 100) * 100, 100).toLocaleString("en");
  return (
    <Tooltip label="The whole definitions of the saved tools. Agents over MCP get a shorter form, unless the settings say otherwise.">
      <Text size="sm" c="dimmed" {...(isChanged && { visibleFrom: "sm" })}>
        {isChanged ? `saved: about ${tokens} tokens` : `about ${tokens} tokens`}
      </Text>
    </Tooltip>
  );
}
