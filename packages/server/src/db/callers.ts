import type { Kysely } from "kysely";
import type { Caller } from "../identity/caller.ts";
import type { Schema } from "./schema.ts";

/** Whoever an API key acts for, by the hexadecimal SHA-256 of the key; null when there is no such key. */
export async function loadCallerByKeyHash(db: Kysely<Schema>, keyHash: string): Promise<Caller | null> {
  const row = await db
    .selectFrom("api_key as k")
    .innerJoin("account_user as a", "a.account_user_id", "k.account_user_id")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .innerJoin("company as c", "c.company_id", "a.company_id")
    .select([
      "a.account_user_id as accountUserId",
      "a.company_id as companyId",
      "a.user_id as userId",
      "a.role",
      "u.full_name as fullName",
      "u.email",
      "u.deleted_date as deletedDate",
      "c.name as companyName",
      "k.api_key_id as apiKeyId",
      "k.toolset_id as onlyToolsetId",
      "k.is_read_only as isReadOnly",
      "k.expires_date as expiresDate",
    ])
    .where("k.key_hash", "=", Buffer.from(keyHash, "hex"))
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { deletedDate, expiresDate, ...caller } = row;
  return { ...caller, isProfileDeleted: deletedDate !== null, expiresAtMs: expiresDate?.getTime() ?? null };
}
