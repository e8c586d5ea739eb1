import type { Connection, Tool, Toolset } from "@bowline/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";
import { isHeldBack } from "../toolset/approval-rule.ts";
import { type ConnectionChoice, describeChoice } from "./describe-choice.ts";

/**
 * Finds which connection a run would use, and whether a person has to approve the call first. The server is asked unless the person has
 * chosen one of their connections, or the tool needs none and there is none.
 */
export function useConnectionChoice(
  tool: Tool,
  connections: Connection[],
  toolset: Toolset | null,
  connectionId: number | null,
): { choice: ConnectionChoice; needsApproval: boolean } {
  const isChosen = connections.some((connection) => connection.connectionId === connectionId);
  const isNone = connectionId === null && connections.length === 0 && !tool.requiresConnection;
  const isKnown = isChosen || isNone;
  const canResolve =
    !tool.requiresConnection ||
    connectionId !== null ||
    toolset !== null ||
    connections.some(({ isDefault }) => isDefault);
  const toolsetId = toolset?.toolsetId;
  const { data, isError, error } = useQuery({
    enabled: canResolve && !isKnown,
    queryKey: ["resolution", tool.slug, connectionId, toolsetId ?? null],
    queryFn: ({ signal }) => bowline.tools.resolve(tool.slug, { connectionId, toolsetId }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (isKnown) {
    return {
      choice: describeChoice({
        tool,
        connections,
        canResolve,
        resolution: { connectionId, resolvedBy: isChosen ? "explicit" : "none" },
        error: null,
      }),
      needsApproval: toolset !== null && isHeldBack(toolset.settings.approvals, tool),
    };
  }
  const resolution = isError ? undefined : data;
  return {
    choice: describeChoice({ tool, connections, canResolve, resolution, error }),
    needsApproval: data?.needsApproval === true,
  };
}
