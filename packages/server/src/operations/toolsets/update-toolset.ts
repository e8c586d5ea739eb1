import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadToolset, type ToolsetChange, updateToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { checkIfMatch, type RecordDates } from "../entity-tag.ts";
import type { InputOf, Reply } from "../handler.ts";
import { checkSlugsAgainstNames, checkToolsetConnections } from "./check-toolset-connections.ts";
import { checkToolsetSettings } from "./check-toolset-settings.ts";
import { readToolset, replyWithToolset } from "./read-toolset.ts";

export async function updateToolset(
  deps: Deps,
  caller: Caller,
  { resource: { toolsetId }, body, headers }: InputOf<"updateToolset">,
): Promise<Reply> {
  const ifMatch = headers["if-match"];
  const checkUnchanged = (row: RecordDates) => checkIfMatch(ifMatch, row, `Toolset ${toolsetId}`);
  const stored = await loadToolset(deps.db.kysely, toolsetId);
  if (stored === null) {
    throw notFound(`Toolset ${toolsetId}`);
  }
  const settings =
    body.settings == null ? {} : await checkToolsetSettings(deps, caller, body.settings, stored.settings);
  if (body.connections != null && settings.tools === undefined) {
    checkSlugsAgainstNames(body.connections, stored);
  }
  const change: ToolsetChange = {
    ...(body.name != null && { name: body.name }),
    ...(body.workflows != null && {
      workflows: [...new Set(body.workflows.map((guid) => guid.toLowerCase()))],
    }),
    ...(body.connections != null && {
      connections: await checkToolsetConnections(deps, caller, body.connections, stored.connections),
    }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  // A request without members changes nothing, not even the date (decisions D39).
  if (Object.keys(change).length > 0) {
    const wasUpdated = await updateToolsetRow(
      deps.db.kysely,
      toolsetId,
      caller.accountUserId,
      change,
      ifMatch === undefined ? null : checkUnchanged,
    );
    if (!wasUpdated) {
      throw notFound(`Toolset ${toolsetId}`);
    }
    return readToolset(deps, caller, toolsetId);
  }
  checkUnchanged(stored);
  return replyWithToolset(deps, caller, stored);
}
