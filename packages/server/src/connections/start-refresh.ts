import type { Kysely } from "kysely";
import { beginFirstReading, beginRefresh, forgetObjects } from "../db/connections/connection-objects.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Schema } from "../db/schema.ts";

/** Where refreshes wait until a server takes them up. */
export interface RefreshQueue {
  addRefresh(transaction: Kysely<Schema>, connection: RefreshedConnection): Promise<void>;
}

export type RefreshedConnection = Pick<ConnectionRow, "connectionId" | "companyId" | "applicationId">;

/** Starts a refresh of a connection's objects in the caller's transaction. False when one is in progress already. */
export async function startRefresh(
  jobs: RefreshQueue,
  transaction: Kysely<Schema>,
  connection: RefreshedConnection,
): Promise<boolean> {
  const isFirst = await beginRefresh(transaction, connection.connectionId);
  if (isFirst) {
    await jobs.addRefresh(transaction, connection);
  }
  return isFirst;
}

/**
 * Forgets the objects of a connection that has another account now, or one that is not known, and has those of this account read if
 * there were any. Runs in the transaction that stores the account.
 *
 * @param connection as it was before
 */
export async function refreshForAccount(
  jobs: RefreshQueue,
  transaction: Kysely<Schema>,
  connection: RefreshedConnection & Account,
  account: Account,
): Promise<void> {
  const isSame =
    account.accountLabel !== null &&
    account.accountLabel === connection.accountLabel &&
    account.environment === connection.environment;
  if (!isSame && (await forgetObjects(transaction, connection.connectionId))) {
    await jobs.addRefresh(transaction, connection);
  }
}

type Account = Pick<ConnectionRow, "accountLabel" | "environment">;

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
    await jobs.addRefresh(transaction, connection);
  }
}
