import type { Bowline, ToolsetConnectionInput, UpdateToolset } from "@bowline/sdk";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { checkChange } from "../check-change.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";
import type { CreateFlags } from "./create.ts";
import { toolsetColumns } from "./list.ts";

export interface EditFlags extends CreateFlags {
  name?: string;
  /** Slugs of tools. */
  removeTool: string[];
}

/** Adds and removes tools, renames, sets the approvals. @throws UsageError when there is nothing to change */
export async function editToolset(
  { bowline, output, wait }: Session,
  toolsetId: string,
  { name, approvals, removeTool, ...choice }: EditFlags,
): Promise<void> {
  const isNamingTools = [choice.tool, choice.app, choice.connection, removeTool].some(
    (one) => one.length > 0,
  );
  checkChange({ name, approvals, tools: isNamingTools || undefined }, "--tool");
  const toolset = await wait("Saving the toolset", async () => {
    const change: UpdateToolset = { name, ...(approvals !== undefined && { settings: { approvals } }) };
    if (!isNamingTools) {
      return await bowline().toolsets.update(toolsetId, change);
    }
    const { connections, etag } = await changeTools(bowline(), toolsetId, choice, new Set(removeTool));
    // The whole list is replaced, so it must be the one that was read.
    return await bowline().toolsets.update(toolsetId, { ...change, connections }, { ifMatch: etag });
  });
  output.printRecord(toolset, toolsetColumns);
}

/** Reads the toolset and returns its connections with the tools added and removed. @throws UsageError for a tool that is not in it */
async function changeTools(
  bowline: Bowline,
  toolsetId: string,
  choice: ToolChoice,
  removed: ReadonlySet<string>,
): Promise<{ connections: ToolsetConnectionInput[]; etag: string | undefined }> {
  const { data, headers } = await bowline.toolsets.get(toolsetId).withResponse();
  const both = [...data.connections, ...(await chooseTools(bowline, choice))];
  const slugs = new Set(both.flatMap(({ toolSlugs }) => toolSlugs));
  const missing = [...removed].filter((slug) => !slugs.has(slug));
  if (missing.length > 0) {
    throw new UsageError(
      `${missing.join(", ")} cannot be removed, because the toolset does not have it. \`bowline toolsets show ${toolsetId}\` lists its tools.`,
    );
  }
  return { connections: mergeTools(both, removed), etag: headers.get("etag") ?? undefined };
}

/** Joins the tools of the same connection. A connection without tools is left out. */
function mergeTools(
  connections: ToolsetConnectionInput[],
  removed: ReadonlySet<string>,
): ToolsetConnectionInput[] {
  const byConnection = new Map<number, ToolsetConnectionInput>();
  for (const { connectionId, applicationSlug, toolSlugs } of connections) {
    const before = byConnection.get(connectionId)?.toolSlugs ?? [];
    const all = new Set([...before, ...toolSlugs.filter((slug) => !removed.has(slug))]);
    byConnection.set(connectionId, { connectionId, applicationSlug, toolSlugs: [...all] });
  }
  return [...byConnection.values()].filter(({ toolSlugs }) => toolSlugs.length > 0);
}
