import type { Connection, Tool, Toolset } from "@bowline/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";
import { type ConnectionChoice, describeChoice } from "./describe-choice.ts";

/** Asks the server which connection a run would use, and whether a person has to approve the call first. */
export function useConnectionChoice(
  tool: Tool,
  connections: Connection[],
  toolset: Toolset | null,
  connectionId: number | null,
): { choice: ConnectionChoice; needsApproval: boolean } {
  const canResolve =
    !tool.requiresConnection ||
    connectionId !== null ||
    toolset !== null ||
    connections.some(({ isDefault }) => isDefault);
  const toolsetId = toolset?.toolsetId;
  const { data, isError, error } = useQuery({
    enabled: canResolve,
    queryKey: ["resolution", tool.slug, connectionId, toolsetId ?? null],
    queryFn: ({ signal }) => bowline.tools.resolve(tool.slug, { connectionId, toolsetId }, { signal }),
    placeholderData: keepPreviousData,
  });
  const resolution = isError ? undefined : data;
  return {
    choice: describeChoice({ tool, connections, canResolve, resolution, error }),
    needsApproval: data?.needsApproval === true,
  };
}
