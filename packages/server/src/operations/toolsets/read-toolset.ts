import type { Toolset } from "@bowline/contract";
import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { loadToolset } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { renderToolset } from "./render-toolset.ts";

/** Loads and renders a toolset from the database after a change to it. */
export async function readToolset(deps: Deps, caller: Caller, toolsetId: string): Promise<Toolset> {
  const row = await loadToolset(deps.db.kysely, toolsetId);
  if (row === null) {
    throw notFound(`Toolset ${toolsetId}`);
  }
  return renderToolset(await deps.catalog.forCompany(caller.companyId), caller, row);
}
