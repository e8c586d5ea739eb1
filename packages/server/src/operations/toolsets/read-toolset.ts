import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadToolset, type ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { writeEntityTag } from "../entity-tag.ts";
import { Reply } from "../handler.ts";
import { renderToolset } from "./render-toolset.ts";

/** Loads a toolset from the database after a change to it. */
export async function readToolset(deps: Deps, caller: Caller, toolsetId: string): Promise<Reply> {
  const row = await loadToolset(deps.db.kysely, toolsetId);
  if (row === null) {
    throw notFound(`Toolset ${toolsetId}`);
  }
  return replyWithToolset(deps, caller, row);
}

/** Returns a toolset with its entity tag. */
export async function replyWithToolset(deps: Deps, caller: Caller, row: ToolsetRow): Promise<Reply> {
  const toolset = renderToolset(await deps.catalog.forCompany(caller.companyId), caller, row);
  return new Reply(JSON.stringify(toolset), { etag: writeEntityTag(row) });
}
