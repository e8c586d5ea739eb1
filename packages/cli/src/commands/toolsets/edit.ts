import type { ToolsetConnectionInput, UpdateToolset } from "@bowline/sdk";
import type { Session } from "../../session.ts";
import { chooseTools } from "./choose-tools.ts";
import type { CreateFlags } from "./create.ts";
import { toolsetColumns } from "./list.ts";

export interface EditFlags extends CreateFlags {
  name?: string;
  /** Slugs of tools. */
  removeTool: string[];
}

/** Adds and removes tools, renames, sets the approvals. */
export async function editToolset(
  { bowline, output, wait }: Session,
  toolsetId: string,
  { name, approvals, removeTool, ...choice }: EditFlags,
): Promise<void> {
  const toolset = await wait("Saving the toolset", async () => {
    const client = bowline();
    const change: UpdateToolset = { name, ...(approvals !== undefined && { settings: { approvals } }) };
    if ([choice.tool, choice.app, choice.connection, removeTool].some((one) => one.length > 0)) {
      const { connections } = await client.toolsets.get(toolsetId);
      const added = await chooseTools(client, choice);
      change.connections = mergeTools(connections, added, new Set(removeTool));
    }
    return await client.toolsets.update(toolsetId, change);
  });
  output.printRecord(toolset, toolsetColumns);
}

/** Adds the tools of the same connection to it. A connection without tools is left out. */
function mergeTools(
  present: ToolsetConnectionInput[],
  added: ToolsetConnectionInput[],
  removed: Set<string>,
): ToolsetConnectionInput[] {
  const byConnection = new Map<number, ToolsetConnectionInput>();
  for (const { connectionId, applicationSlug, toolSlugs } of [...present, ...added]) {
    const before = byConnection.get(connectionId)?.toolSlugs ?? [];
    const all = new Set([...before, ...toolSlugs.filter((slug) => !removed.has(slug))]);
    byConnection.set(connectionId, { connectionId, applicationSlug, toolSlugs: [...all] });
  }
  return [...byConnection.values()].filter(({ toolSlugs }) => toolSlugs.length > 0);
}
