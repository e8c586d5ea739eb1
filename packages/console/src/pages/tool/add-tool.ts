import type { ToolsetConnectionInput } from "@bowline/sdk";

interface AddedTool {
  connectionId: number;
  applicationSlug: string;
  toolSlug: string;
}

/** Adds a tool to the connections of a toolset, and keeps all others. */
export function addTool(
  connections: readonly ToolsetConnectionInput[],
  { connectionId, applicationSlug, toolSlug }: AddedTool,
): ToolsetConnectionInput[] {
  const kept = connections.map((entry) => ({
    connectionId: entry.connectionId,
    applicationSlug: entry.applicationSlug,
    toolSlugs:
      entry.connectionId === connectionId ? [...new Set([...entry.toolSlugs, toolSlug])] : entry.toolSlugs,
  }));
  return kept.some((entry) => entry.connectionId === connectionId)
    ? kept
    : [...kept, { connectionId, applicationSlug, toolSlugs: [toolSlug] }];
}
