import type { Connection } from "@bowline/contract";
import { notFound } from "../../api-error.ts";
import { loadConnection } from "../../db/connections.ts";
import { defaultKey } from "../../db/rows.ts";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/caller.ts";
import { renderConnection } from "./render-connection.ts";

/** A connection as it stands in the database, after a change to it. */
export async function readConnection(deps: Deps, caller: Caller, connectionId: number): Promise<Connection> {
  const row = await loadConnection(deps.db.kysely, connectionId);
  if (row === null) {
    throw notFound(`Connection ${connectionId}`);
  }
  return renderConnection(deps, await deps.catalog.forCompany(caller.companyId), row);
}

/** Forgets what this server holds of a connection and of the default it may be; the others hear of it from the database. */
export function forgetConnection(
  deps: Deps,
  connection: { connectionId: number; accountUserId: number; applicationId: number },
): void {
  deps.rows.connections.forget(String(connection.connectionId));
  deps.rows.defaults.forget(defaultKey(connection.accountUserId, connection.applicationId));
}
