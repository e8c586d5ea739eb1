import type { Kysely } from "kysely";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import { type ConnectionRow, listSealedConnections } from "../db/connections/connections.ts";
import type { Schema } from "../db/schema.ts";
import { findOriginChange } from "./find-origin-change.ts";

/** An application before its description changed, with the servers that its operations name. */
export type ApplicationBefore = ApplicationEntry & { toolServers: string[] };

/**
 * Counts the connections that a change of an application's description has stopped: nothing is sent through them any more
 * (decisions D73).
 */
export async function countStoppedConnections(
  db: Kysely<Schema>,
  before: ApplicationBefore,
  after: ApplicationEntry,
): Promise<number> {
  // A connection with an error was stopped for another reason.
  const isStopped = (row: ConnectionRow) =>
    row.status !== "error" &&
    findOriginChange(row, after) !== null &&
    findOriginChange(renderBefore(row, before), before) === null;
  let count = 0;
  for (let afterId = 0; ; ) {
    const rows = await listSealedConnections(db, after.applicationId, afterId);
    const last = rows.at(-1);
    if (last === undefined) {
      return count;
    }
    count += rows.filter(isStopped).length;
    afterId = last.connectionId;
  }
}

/** Builds the row with the method as it was described before the change. */
function renderBefore(
  row: ConnectionRow,
  { authentications, toolServers }: ApplicationBefore,
): ConnectionRow {
  const method = authentications.find((one) => one.authenticationId === row.authenticationId);
  return { ...row, method: method ?? row.method, toolServers };
}
