import type { Role } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Whoever a request acts for: an account user, through one credential. */
export interface Caller {
  accountUserId: number;
  companyId: number;
  userId: number;
  role: Role;
  fullName: string;
  email: string;
  companyName: string;
  /** The profile was deleted: only whoami works (decisions D15). */
  isProfileDeleted: boolean;
  credential: Credential;
}

/** What a request was authenticated with. It can only take away from what the account user may do (decisions D52). */
export interface Credential {
  kind: "apiKey" | "bearer" | "session";
  /** Null for the other kinds. */
  apiKeyId: number | null;
  /** In milliseconds since 1970; null: it does not expire. */
  expiresAtMs: number | null;
  narrowing: Narrowing;
}

/** How a credential is narrowed, in one shape for every kind (decisions D13, D58, D59). */
export interface Narrowing {
  /** It can do nothing outside of this toolset; null: not narrowed to one. */
  toolsetId: string | null;
  /** It can only read, and run read-only tools. */
  isReadOnly: boolean;
  /** The scopes that were granted; null: the kind has none. */
  scopes: readonly string[] | null;
}

/** Whom API keys act for, by the hexadecimal SHA-256 of the keys; those that do not exist are left out. */
export async function loadCallersByKeyHash(
  db: Kysely<Schema>,
  keyHashes: readonly string[],
): Promise<Map<string, Caller>> {
  const hashes = keyHashes.map((keyHash) => Buffer.from(keyHash, "hex"));
  const rows = await db
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
      "k.key_hash as keyHash",
      "k.toolset_id as toolsetId",
      "k.is_read_only as isReadOnly",
      "k.expires_date as expiresDate",
    ])
    .where("k.key_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .execute();
  return new Map(
    rows.map(({ keyHash, deletedDate, expiresDate, apiKeyId, toolsetId, isReadOnly, ...caller }) => [
      keyHash.toString("hex"),
      {
        ...caller,
        isProfileDeleted: deletedDate !== null,
        credential: {
          kind: "apiKey",
          apiKeyId,
          expiresAtMs: expiresDate?.getTime() ?? null,
          narrowing: { toolsetId, isReadOnly, scopes: null },
        },
      },
    ]),
  );
}
