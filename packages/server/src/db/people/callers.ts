import type { Role } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** The account user that a request acts for, with the credential used. */
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

/** What the tokens of people's consoles stand for (decisions D55). */
export const consoleTokenSubject = "sessions";

/** The credential of a request. It can only limit what the account user may do (decisions D52). */
export interface Credential {
  kind: "apiKey" | "bearer" | "session";
  /** Null for the other kinds. */
  apiKeyId: number | null;
  /** What a token stands for, such as `grant:x` or `client:y`; null for an API key. Idempotency keys belong to it (decisions D76). */
  tokenSubject: string | null;
  /** Milliseconds since 1970; null: it does not expire. */
  expiresAtMs: number | null;
  narrowing: Narrowing;
}

/** What messages call a credential. */
export const describeCredential = ({ kind }: Pick<Credential, "kind">): "key" | "token" =>
  kind === "apiKey" ? "key" : "token";

/** The limits of a credential, in one shape for every kind (decisions D13, D58, D59). */
export interface Narrowing {
  /** The only toolset it may use; null: no such limit. */
  toolsetId: string | null;
  /** It may only read, and run read-only tools. */
  isReadOnly: boolean;
  /** The scopes granted; null: this kind has none. */
  scopes: readonly string[] | null;
}

/** Selects account users with their profile and company: what a caller is, whatever the credential. */
export const selectCaller = (db: Kysely<Schema>) =>
  db
    .selectFrom("account_user as a")
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
    ]);

/** Loads the callers of API keys, by the hexadecimal SHA-256 of the keys. Unknown keys are left out. */
export async function loadCallersByKeyHash(
  db: Kysely<Schema>,
  keyHashes: readonly string[],
): Promise<Map<string, Caller>> {
  const hashes = keyHashes.map((keyHash) => Buffer.from(keyHash, "hex"));
  const rows = await selectCaller(db)
    .innerJoin("api_key as k", "k.account_user_id", "a.account_user_id")
    .select([
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
          tokenSubject: null,
          expiresAtMs: expiresDate?.getTime() ?? null,
          narrowing: { toolsetId, isReadOnly, scopes: null },
        },
      },
    ]),
  );
}
