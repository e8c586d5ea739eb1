import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { deleteToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteToolset(
  deps: Deps,
  _caller: Caller,
  { resource: { toolsetId, name } }: InputOf<"deleteToolset">,
): Promise<string> {
  const wasDeleted = await deleteToolsetRow(deps.db.kysely, toolsetId);
  // The database deleted the keys narrowed to it.
  deps.rows.callers.clear();
  deps.rows.toolsets.forget(toolsetId);
  if (!wasDeleted) {
    throw notFound(`Toolset ${toolsetId}`);
  }
  return `Toolset "${name}" was deleted.`;
}
