import type { Environment } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { moveMethod } from "./connections.ts";
import { type DeletedConnection, loadWithClients } from "./delete-connections.ts";

/** How long the result of a sign-in is kept after its end. */
const keptAfterEnd = "1 day";
/** A confirmation that was begun in time is over by then. */
const confirmedWithin = "10 minutes";

/** A sign-in with its person and its method. */
export interface SignInRow {
  stateHash: Buffer;
  accountUserId: number;
  companyId: number;
  fullName: string;
  email: string;
  kind: Schema["account_user"]["kind"];
  companyName: string;
  applicationId: number;
  authenticationId: number;
  method: Schema["authentication_method"]["definition"]["__select__"];
  /** The connection to renew. Null: a new connection is created. */
  connectionId: number | null;
  /** The name of the connection to renew. */
  renewedName: string | null;
  /** The account label of the connection to renew. */
  renewedLabel: string | null;
  name: string | null;
  environment: string;
  fields: Record<string, string>;
  isDefault: boolean;
  accountLabel: string | null;
  sealedSecrets: Buffer | null;
  /** The connect link that it was begun from; null: none. */
  linkHash: Buffer | null;
  /** Where the sign-in or its link sends the browser afterward; null: nowhere. */
  returnUrl: string | null;
  /** Only the connection's owner, signed in to the browser, can give it another account. */
  keepsAccount: boolean;
}

export async function insertSignIn(
  db: Kysely<Schema>,
  row: Omit<
    SignInRow,
    | "companyId"
    | "fullName"
    | "email"
    | "kind"
    | "companyName"
    | "method"
    | "renewedName"
    | "renewedLabel"
    | "accountLabel"
    | "sealedSecrets"
  > & {
    sealedSecrets: Buffer;
    minutes: number;
  },
): Promise<void> {
  await sql`delete from sign_in where expires_date < now() - ${keptAfterEnd}::interval`.execute(db);
  await sql`insert into sign_in (state_hash, account_user_id, application_id, authentication_id, connection_id, name,
      environment, fields, is_default, sealed_secrets, link_hash, return_url, keeps_account, expires_date)
    values (${row.stateHash}, ${row.accountUserId}, ${row.applicationId}, ${row.authenticationId}, ${row.connectionId},
      ${row.name}, ${row.environment}, ${JSON.stringify(row.fields)}, ${row.isDefault}, ${row.sealedSecrets},
      ${row.linkHash}, ${row.returnUrl}, ${row.keepsAccount}, now() + make_interval(mins => ${row.minutes}))`.execute(
    db,
  );
}

/** Marks a state as used and returns its sign-in. Null when it is unknown, used or expired, or its connect link was used. */
export async function claimState(db: Kysely<Schema>, stateHash: Buffer): Promise<SignInRow | null> {
  const result = await db
    .updateTable("sign_in")
    .set({ status: "exchanging" })
    .where("state_hash", "=", stateHash)
    .where("status", "=", "pending")
    .where("expires_date", ">", sql<Date>`now()`)
    .where(
      sql<boolean>`(link_hash is null or exists (select 1 from connect_link l
        where l.link_hash = sign_in.link_hash and l.status = 'open'))`,
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? loadSignIn(db, stateHash) : null;
}

/** Whether a sign-in can still be begun with its link. False when it was used, has expired, or is gone. */
export async function isSignInPending(db: Kysely<Schema>, stateHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("sign_in")
    .select("state_hash")
    .where("state_hash", "=", stateHash)
    .where("status", "=", "pending")
    .where("expires_date", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what the provider issued until the owner confirms it with this token in this browser. False when the sign-in is gone or has failed. */
export async function holdForConfirmation(
  db: Kysely<Schema>,
  stateHash: Buffer,
  held: {
    accountLabel: string | null;
    fields: Record<string, string>;
    sealedSecrets: Buffer;
    confirmationHash: Buffer;
    browserHash: Buffer;
    minutes: number;
  },
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update sign_in set status = 'authorized', account_label = ${held.accountLabel},
      fields = ${JSON.stringify(held.fields)}, sealed_secrets = ${held.sealedSecrets},
      confirmation_hash = ${held.confirmationHash}, browser_hash = ${held.browserHash},
      expires_date = now() + make_interval(mins => ${held.minutes})
    where state_hash = ${stateHash} and status = 'exchanging'`.execute(db);
  return numAffectedRows > 0n;
}

/** Marks a confirmation as used and returns its sign-in. Null when it is unknown, used, expired, or another browser's. */
export async function claimConfirmation(
  db: Kysely<Schema>,
  confirmationHash: Buffer,
  browserHash: Buffer,
): Promise<SignInRow | null> {
  const row = await db
    .updateTable("sign_in")
    .set({ status: "exchanging", confirmation_hash: null })
    .where("confirmation_hash", "=", confirmationHash)
    .where("browser_hash", "=", browserHash)
    .where("status", "=", "authorized")
    .where("expires_date", ">", sql<Date>`now()`)
    .returning("state_hash")
    .executeTakeFirst();
  return row ? loadSignIn(db, row.state_hash) : null;
}

/**
 * Ends a sign-in and deletes its secrets. A refusal ends its connect link, too. After any other failure the link stays open with the
 * reason, and a sign-in can be begun from it again (decisions D51).
 */
export async function endSignIn(
  db: Kysely<Schema>,
  stateHash: Buffer,
  end:
    | { status: "confirmed"; connectionId: number }
    | { status: "failed"; error: string; isRefusal: boolean },
): Promise<void> {
  await db
    .updateTable("sign_in")
    .set({
      status: end.status,
      sealed_secrets: null,
      ...(end.status === "confirmed" ? { connection_id: end.connectionId } : { error: end.error }),
    })
    .where("state_hash", "=", stateHash)
    .execute();
  if (end.status === "failed") {
    const linkStatus = end.isRefusal ? "failed" : "open";
    await sql`update connect_link l set status = ${linkStatus}, error = ${end.error} from sign_in s
      where s.state_hash = ${stateHash} and l.link_hash = s.link_hash and l.status = 'open'`.execute(db);
  }
}

/** Deletes the secrets of sign-ins that are over. Jobs have the tokens that are to be revoked (decisions D28d). */
export async function deleteOldSecrets(db: Kysely<Schema>): Promise<void> {
  await sql`update sign_in set sealed_secrets = null
    where expires_date < now() - ${confirmedWithin}::interval and sealed_secrets is not null`.execute(db);
}

/** Whether there is a connection of a sign-in's method and account, or of its member if the account of one of them is unknown. */
export async function hasConnection(db: Kysely<Schema>, stateHash: Buffer): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sign_in s join connection c using (application_id, authentication_id)
    where s.state_hash = ${stateHash} and c.token_version > 0 and (c.account_label = s.account_label
      or (c.account_user_id = s.account_user_id and (c.account_label is null or s.account_label is null)))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Describes a sign-in like a deleted connection with the id 0, without its secrets. Null when it is gone. */
export async function loadDroppedSignIn(
  db: Kysely<Schema>,
  stateHash: Buffer,
): Promise<DeletedConnection | null> {
  const columns = sql`select 0 as connection_id, account_user_id, application_id, authentication_id, environment, fields,
      null as sealed_secrets, null as sealed_origins, 1 as token_version
    from sign_in where state_hash = ${stateHash}`;
  const [dropped] = await loadWithClients(db, columns);
  return dropped ?? null;
}

/** Loads the result of a sign-in; null when its state is unknown. */
export async function loadSignInOutcome(
  db: Kysely<Schema>,
  stateHash: Buffer,
): Promise<{
  accountUserId: number;
  status: Schema["sign_in"]["status"]["__select__"];
  isOver: boolean;
  error: string | null;
  connectionId: number | null;
  name: string | null;
} | null> {
  const row = await db
    .selectFrom("sign_in as s")
    .leftJoin("connection as c", "c.connection_id", "s.connection_id")
    .select([
      "s.account_user_id as accountUserId",
      "s.status",
      sql<boolean>`s.expires_date < now()`.as("isOver"),
      "s.error",
      "s.connection_id as connectionId",
      "c.name",
    ])
    .where("s.state_hash", "=", stateHash)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Finds why a sign-in failed, where it sends the browser afterward, and the connect link that it was begun from. Null when it did not
 * fail.
 *
 * @param by its state, or the confirmation and the browser that it was shown to
 */
export async function findSignInFailure(
  db: Kysely<Schema>,
  by: { stateHash: Buffer } | { confirmationHash: Buffer; browserHash: Buffer },
): Promise<{ error: string; returnUrl: string | null; linkHash: Buffer | null } | null> {
  const isMeant =
    "stateHash" in by
      ? sql<boolean>`s.state_hash = ${by.stateHash}`
      : sql<boolean>`s.confirmation_hash = ${by.confirmationHash} and s.browser_hash = ${by.browserHash}`;
  const { rows } = await sql<{ error: string; returnUrl: string | null; linkHash: Buffer | null }>`
    select s.error, coalesce(s.return_url, l.return_url) as "returnUrl", s.link_hash as "linkHash"
    from sign_in s left join connect_link l using (link_hash)
    where s.status = 'failed' and ${isMeant}`.execute(db);
  return rows[0] ?? null;
}

/** Loads a sign-in that was just claimed. Null when its connection or its person's profile was deleted meanwhile. */
async function loadSignIn(db: Kysely<Schema>, stateHash: Buffer): Promise<SignInRow | null> {
  const row = await db
    .selectFrom("sign_in as s")
    .innerJoin("account_user as a", "a.account_user_id", "s.account_user_id")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .innerJoin("company as co", "co.company_id", "a.company_id")
    .innerJoin("application as ap", "ap.application_id", "s.application_id")
    .innerJoin("authentication_method as m", "m.authentication_id", "s.authentication_id")
    .leftJoin("connection as c", "c.connection_id", "s.connection_id")
    .leftJoin("connect_link as l", "l.link_hash", "s.link_hash")
    .select([
      "s.state_hash as stateHash",
      "s.account_user_id as accountUserId",
      "a.company_id as companyId",
      "u.full_name as fullName",
      "u.email",
      "a.kind",
      "co.name as companyName",
      "s.application_id as applicationId",
      "s.authentication_id as authenticationId",
      "m.definition as method",
      "s.connection_id as connectionId",
      "c.name as renewedName",
      "c.account_label as renewedLabel",
      "s.name",
      "s.environment",
      "s.fields",
      "s.is_default as isDefault",
      "s.account_label as accountLabel",
      "s.sealed_secrets as sealedSecrets",
      "s.link_hash as linkHash",
      "s.keeps_account as keepsAccount",
      sql<string | null>`coalesce(s.return_url, l.return_url)`.as("returnUrl"),
      "ap.presentation",
      sql<boolean>`ap.company_id is null`.as("isBuiltIn"),
      sql<Environment[]>`ap.definition -> 'environments'`.as("environments"),
    ])
    .where("s.state_hash", "=", stateHash)
    .where("s.status", "=", "exchanging")
    .where("u.deleted_date", "is", null)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { presentation, isBuiltIn, environments, ...signIn } = row;
  return { ...signIn, method: moveMethod(row.method, { presentation, isBuiltIn, environments }) };
}
