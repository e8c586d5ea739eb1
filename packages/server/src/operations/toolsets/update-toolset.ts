import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { type ToolsetChange, updateToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkToolsetConnections } from "./check-toolset-connections.ts";
import { checkToolsetSettings } from "./check-toolset-settings.ts";
import { readToolset } from "./read-toolset.ts";

export async function updateToolset(
  deps: Deps,
  caller: Caller,
  { resource: { toolsetId }, body }: InputOf<"updateToolset">,
): Promise<OutputOf<"updateToolset">> {
  const settings = body.settings == null ? {} : await checkToolsetSettings(deps, caller, body.settings);
  const change: ToolsetChange = {
    ...(body.name != null && { name: body.name }),
    ...(body.workflows != null && { workflows: body.workflows.map((guid) => guid.toLowerCase()) }),
    ...(body.connections != null && {
      connections: await checkToolsetConnections(deps, caller, body.connections),
    }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  // A request without members changes nothing, not even the date (decisions D39).
  if (Object.keys(change).length > 0) {
    const wasUpdated = await updateToolsetRow(deps.db.kysely, toolsetId, caller.accountUserId, change);
    deps.rows.toolsets.forget(toolsetId);
    if (!wasUpdated) {
      throw notFound(`Toolset ${toolsetId}`);
    }
  }
  return readToolset(deps, caller, toolsetId);
}
