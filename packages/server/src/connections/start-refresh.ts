import type { Kysely } from "kysely";
import { beginFirstReading, beginRefresh } from "../db/connections/connection-objects.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Schema } from "../db/schema.ts";

/** Where refreshes wait until a server takes them up. */
export interface RefreshQueue {
  add(
    transaction: Kysely<Schema>,
    queue: "refresh-objects",
    job: { connectionId: number },
    group: string,
  ): Promise<void>;
}

type RefreshedConnection = Pick<ConnectionRow, "connectionId" | "companyId" | "applicationId">;

/** Starts a refresh of a connection's objects in the caller's transaction. False when one is in progress already. */
export async function startRefresh(
  jobs: RefreshQueue,
  transaction: Kysely<Schema>,
  connection: RefreshedConnection,
): Promise<boolean> {
  const isFirst = await beginRefresh(transaction, connection.connectionId);
  if (isFirst) {
    await addJob(jobs, transaction, connection);
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
  connection: RefreshedConnection,
): Promise<void> {
  if (await beginFirstReading(transaction, connection.connectionId)) {
    await addJob(jobs, transaction, connection);
  }
}

/** An application is asked for one connection at a time. A built-in one belongs to many companies, which must not wait for each other. */
const addJob = (
  jobs: RefreshQueue,
  transaction: Kysely<Schema>,
  { connectionId, companyId, applicationId }: RefreshedConnection,
): Promise<void> =>
  jobs.add(transaction, "refresh-objects", { connectionId }, `${companyId} ${applicationId}`);
