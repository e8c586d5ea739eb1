import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { isSameEmail } from "./same-email.ts";

/** A person's password as it is stored. */
export interface PasswordRow {
  userId: number;
  passwordHash: string;
}

/** Profiles of one address that a sign-in tries. More than one is rare: an address that was invited by several companies. */
export const profilesAtMost = 4;

/**
 * Loads the passwords of an e-mail address, whatever its case. The oldest profile of each company comes first, so that one company
 * cannot crowd out the members of others.
 */
export async function loadPasswordsByEmail(db: Kysely<Schema>, email: string): Promise<PasswordRow[]> {
  return db
    .with("ranked", (query) =>
      query
        .selectFrom("user_profile as u")
        .innerJoin("person_password as p", "p.user_id", "u.user_id")
        .innerJoin("account_user as a", "a.user_id", "u.user_id")
        .select([
          "u.user_id as userId",
          "p.password_hash as passwordHash",
          sql<number>`row_number() over (partition by a.company_id order by u.user_id)`.as("place"),
        ])
        .where(isSameEmail(email))
        .where("u.deleted_date", "is", null),
    )
    .selectFrom("ranked")
    .select(["userId", "passwordHash"])
    .groupBy(["userId", "passwordHash"])
    .orderBy((order) => order.fn.min("place"))
    .orderBy("userId")
    .limit(profilesAtMost)
    .execute();
}

/** Whether anybody can sign in with a password. */
export async function hasPasswords(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom("person_password").select("user_id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Loads a person's password; null when none is set. */
export async function loadPassword(db: Kysely<Schema>, userId: number): Promise<PasswordRow | null> {
  const row = await db
    .selectFrom("person_password")
    .select(["user_id as userId", "password_hash as passwordHash"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets or replaces a person's password. */
export async function storePassword(
  db: Kysely<Schema>,
  { userId, passwordHash }: PasswordRow,
): Promise<void> {
  await db
    .insertInto("person_password")
    .values({ user_id: userId, password_hash: passwordHash })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ password_hash: passwordHash, changed_date: sql<Date>`now()` }),
    )
    .execute();
}

/** Replaces the hash of an unchanged password. Does nothing when the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Kysely<Schema>,
  { userId, passwordHash }: PasswordRow,
  newHash: string,
): Promise<void> {
  await db
    .updateTable("person_password")
    .set({ password_hash: newHash })
    .where("user_id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .execute();
}

export async function deletePassword(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.deleteFrom("person_password").where("user_id", "=", userId).execute();
}
