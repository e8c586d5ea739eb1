import type { Role } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

export async function insertInvitation(
  db: Kysely<Schema>,
  invitation: { accountUserId: number; tokenHash: Buffer; expiresDate: Date },
): Promise<void> {
  await db
    .insertInto("invitation")
    .values({
      account_user_id: invitation.accountUserId,
      token_hash: invitation.tokenHash,
      expires_date: invitation.expiresDate,
    })
    .execute();
}

/** A person who may accept an invitation. */
export interface InvitedRow {
  accountUserId: number;
  companyId: number;
  userId: number;
  fullName: string;
  email: string;
  companyName: string;
  role: Role;
  /** The person has a password: the link sets another one. */
  hasPassword: boolean;
}

/** Finds the invited person; null when the invitation is unknown, used or expired. */
export async function loadInvitation(db: Kysely<Schema>, tokenHash: Buffer): Promise<InvitedRow | null> {
  const row = await db
    .selectFrom("invitation as i")
    .innerJoin("account_user as a", "a.account_user_id", "i.account_user_id")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .innerJoin("company as c", "c.company_id", "a.company_id")
    .leftJoin("person_password as p", "p.user_id", "u.user_id")
    .select([
      "a.account_user_id as accountUserId",
      "a.company_id as companyId",
      "u.user_id as userId",
      "u.full_name as fullName",
      "u.email",
      "c.name as companyName",
      "a.role",
      sql<boolean>`p.user_id is not null`.as("hasPassword"),
    ])
    .where("i.token_hash", "=", tokenHash)
    .where("i.expires_date", ">", sql<Date>`now()`)
    .where("u.deleted_date", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a member has an invitation that can still be accepted. */
export async function hasInvitation(db: Kysely<Schema>, accountUserId: number): Promise<boolean> {
  const row = await db
    .selectFrom("invitation")
    .select("account_user_id")
    .where("account_user_id", "=", accountUserId)
    .where("expires_date", ">", sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all invitations of a member. */
export async function deleteInvitations(db: Kysely<Schema>, accountUserId: number): Promise<void> {
  await db.deleteFrom("invitation").where("account_user_id", "=", accountUserId).execute();
}

/** Ends all invitations of a person, in every company. */
export async function deletePersonInvitations(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`delete from invitation i using account_user a
    where a.account_user_id = i.account_user_id and a.user_id = ${userId}`.execute(db);
}

/** Uses an invitation up, with the others of its member. False when it was used already or has expired. */
export async function consumeInvitation(db: Kysely<Schema>, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom("invitation")
    .where("token_hash", "=", tokenHash)
    .where("expires_date", ">", sql<Date>`now()`)
    .returning("account_user_id")
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  await deleteInvitations(db, row.account_user_id);
  return true;
}
