import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

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

/** Finds the invited person; null when the invitation is unknown, used or expired. */
export async function loadInvitation(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<{ accountUserId: number; fullName: string; companyName: string } | null> {
  const row = await db
    .selectFrom("invitation as i")
    .innerJoin("account_user as a", "a.account_user_id", "i.account_user_id")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .innerJoin("company as c", "c.company_id", "a.company_id")
    .select(["a.account_user_id as accountUserId", "u.full_name as fullName", "c.name as companyName"])
    .where("i.token_hash", "=", tokenHash)
    .where("i.expires_date", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Marks an invitation as used. Null when it was used already or has expired. */
export async function consumeInvitation(db: Kysely<Schema>, tokenHash: Buffer): Promise<number | null> {
  const row = await db
    .deleteFrom("invitation")
    .where("token_hash", "=", tokenHash)
    .where("expires_date", ">", sql<Date>`now()`)
    .returning("account_user_id")
    .executeTakeFirst();
  return row?.account_user_id ?? null;
}
