import type { Toolset } from "@bowline/sdk";
import { Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bowline } from "../../api/bowline.ts";
import { countTools } from "../toolsets/count-tools.ts";

/** A token of today's models has about four characters of JSON. */
const charactersPerToken = 4;

/** What the saved tools cost a model for each conversation, roughly. */
export function ToolsetSize({ toolset }: { toolset: Toolset }): ReactNode {
  const { toolsetId, updatedDate } = toolset;
  const { data } = useQuery({
    queryKey: ["toolsets", "size", toolsetId, updatedDate],
    queryFn: async ({ signal }) => {
      const definitions = await bowline.tools
        .definitions("openai", { toolsetId, top: 1000 }, { signal })
        .toArray();
      return JSON.stringify(definitions).length;
    },
    enabled: countTools(toolset) > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) {
    return null;
  }
  const tokens = Math.round(data / charactersPerToken / 100) * 100;
  return (
    <Tooltip label="The whole definitions of the saved tools. Agents over MCP get a shorter form, unless the settings say otherwise.">
      <Text size="sm" c="dimmed">
        about {Math.max(tokens, 100).toLocaleString("en")} tokens
      </Text>
    </Tooltip>
  );
}
