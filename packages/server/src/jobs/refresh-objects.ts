import { type ConnectionObjectRow, failRefresh, finishRefresh } from "../db/connection-objects.ts";
import type { ConnectionRow } from "../db/connections.ts";
import type { Deps } from "../deps.ts";

/** Finds what a connection gives access to and stores it. A connection that is gone needs nothing. */
export async function refreshObjects(deps: Deps, { connectionId }: { connectionId: number }): Promise<void> {
  const { kysely } = deps.db;
  const connection = await deps.rows.connections.get(String(connectionId));
  if (connection === null) {
    return;
  }
  const refusal = whyNot(connection);
  if (refusal === null) {
    await finishRefresh(kysely, connectionId, findObjects());
  } else {
    await failRefresh(kysely, connectionId, refusal);
  }
}

function whyNot({ status, statusReason }: ConnectionRow): string | null {
  return status === "expired" || status === "revoked"
    ? (statusReason ?? `The connection is ${status}.`)
    : null;
}

/** An imported application has objects only where its manifest names the tools that list them; a description names none. */
function findObjects(): ConnectionObjectRow[] {
  return [];
}
