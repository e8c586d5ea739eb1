import type { Kysely } from "kysely";
import { beginFirstReading, beginRefresh } from "../db/connections/connection-objects.ts";
import type { Schema } from "../db/schema.ts";

/** Where refreshes wait until a server takes them up. */
export interface RefreshQueue {
  add(transaction: Kysely<Schema>, queue: "refresh-objects", job: { connectionId: number }): Promise<void>;
}

/** Starts a refresh of a connection's objects in the caller's transaction. False when one is in progress already. */
export async function startRefresh(
  jobs: RefreshQueue,
  transaction: Kysely<Schema>,
  connectionId: number,
): Promise<boolean> {
  const isFirst = await beginRefresh(transaction, connectionId);
  if (isFirst) {
    await jobs.add(transaction, "refresh-objects", { connectionId });
  }
  return isFirst;
}

/**
 * Has the tools of an MCP server read over a connection that was made or got other credentials, if they are not known yet. Runs in the
 * transaction that stores the connection (decisions D68).
 */
export async function startFirstReading(
  jobs: RefreshQueue,
  transaction: Kysely<Schema>,
  connectionId: number,
): Promise<void> {
  if (await beginFirstReading(transaction, connectionId)) {
    await jobs.add(transaction, "refresh-objects", { connectionId });
  }
}
