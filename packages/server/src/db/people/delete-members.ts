import { type Kysely, sql, type Transaction } from "kysely";
import { endApprovals } from "../approvals.ts";
import {
  connectionDeleted,
  deleteConnectionRows,
  type OnDeleted,
} from "../connections/delete-connections.ts";
import type { Schema } from "../schema.ts";
import type { MemberRow } from "./members.ts";

/**
 * Removes an account user with everything it owns, and its profile unless that is in another company.
 *
 * @param onDeleted called with the account user's connections
 */
export async function deleteMemberRow(
  transaction: Transaction<Schema>,
  member: MemberRow,
  onDeleted: OnDeleted,
): Promise<void> {
  await deleteConnectionsOf(transaction, [member.accountUserId], onDeleted);
  await transaction.deleteFrom("account_user").where("account_user_id", "=", member.accountUserId).execute();
  await deleteUnusedProfile(transaction, member.userId);
}

/**
 * Deletes the connections of a person in all companies, and ends the calls that wait for approval there. No connection can be added
 * before the transaction ends.
 */
export async function deletePersonConnections(
  transaction: Transaction<Schema>,
  userId: number,
  onDeleted: OnDeleted,
): Promise<void> {
  const members = await transaction
    .selectFrom("account_user")
    .select("account_user_id")
    .where("user_id", "=", userId)
    .execute();
  const ids = members.map((row) => row.account_user_id);
  await deleteConnectionsOf(transaction, ids, onDeleted);
  const isConcerned = sql<boolean>`connection_id is not null and account_user_id = any(${ids})`;
  await endApprovals(transaction, isConcerned, connectionDeleted);
}

/** Locks the account users, because a connection that is added waits for them. */
async function deleteConnectionsOf(
  transaction: Transaction<Schema>,
  accountUserIds: readonly number[],
  onDeleted: OnDeleted,
): Promise<void> {
  const isOwner = sql<boolean>`account_user_id = any(${accountUserIds})`;
  await sql`select 1 from account_user where ${isOwner} order by account_user_id for update`.execute(
    transaction,
  );
  await deleteConnectionRows(transaction, isOwner, onDeleted);
}

/** Deletes a profile that no account user has any more. */
export async function deleteUnusedProfile(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`delete from user_profile where user_id = ${userId}
    and not exists (select 1 from account_user where user_id = ${userId})`.execute(db);
}
