import { type Kysely, sql } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import type { Schema } from "../schema.ts";

/** A connection, and whose default it may be for which application. */
export interface OwnedConnection {
  connectionId: number;
  accountUserId: number;
  applicationId: number;
}

/** Loads the id of an account user's default connection for an application. */
export async function loadDefaultConnectionId(
  db: Kysely<Schema>,
  accountUserId: number,
  applicationId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom("connection")
    .select("connection_id")
    .where("account_user_id", "=", accountUserId)
    .where("application_id", "=", applicationId)
    .where("is_default", "=", true)
    .executeTakeFirst();
  return row?.connection_id ?? null;
}

/** Makes a connection the default and clears the former default in one transaction (decisions D27). False when it does not exist. */
export const setDefaultConnectionRow = (db: Kysely<Schema>, connection: OwnedConnection): Promise<boolean> =>
  inTransaction(db, (transaction) => makeDefault(transaction, connection));

/** The same inside a transaction. */
export async function makeDefault(
  transaction: Kysely<Schema>,
  connection: OwnedConnection,
): Promise<boolean> {
  await clearDefault(transaction, connection.accountUserId, connection.applicationId);
  const result = await transaction
    .updateTable("connection")
    .set({ is_default: true })
    .where("connection_id", "=", connection.connectionId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Clears the default mark of a connection. False when it had none. */
export async function clearDefaultConnectionRow(db: Kysely<Schema>, connectionId: number): Promise<boolean> {
  const result = await db
    .updateTable("connection")
    .set({ is_default: false })
    .where("connection_id", "=", connectionId)
    .where("is_default", "=", true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Clears the default of an account user for an application. Locks the account user's row, so that concurrent changes of defaults wait for each other. */
export async function clearDefault(
  db: Kysely<Schema>,
  accountUserId: number,
  applicationId: number,
): Promise<void> {
  await sql`select 1 from account_user where account_user_id = ${accountUserId} for update`.execute(db);
  await db
    .updateTable("connection")
    .set({ is_default: false })
    .where("account_user_id", "=", accountUserId)
    .where("application_id", "=", applicationId)
    .where("is_default", "=", true)
    .execute();
}
