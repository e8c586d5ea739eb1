import type { Connection } from "@bowline/contract";
import { notFound } from "../../api-error.ts";
import { loadConnection } from "../../db/connections/connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { renderConnection } from "./render-connection.ts";

/** Loads and renders a connection from the database after a change to it. */
export async function readConnection(deps: Deps, caller: Caller, connectionId: number): Promise<Connection> {
  const row = await loadConnection(deps.db.kysely, connectionId);
  if (row === null) {
    throw notFound(`Connection ${connectionId}`);
  }
  return renderConnection(deps, await deps.catalog.forCompany(caller.companyId), row);
}
