import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** How long the result of a link is kept after its end. */
const keptAfterEnd = "1 day";

/** What a link was made for. Null members are for the person to choose. */
export interface LinkTarget {
  authenticationId: number | null;
  environment: string | null;
  name: string | null;
  isDefault: boolean | null;
  /** Where the browser goes afterward, with the state in its query. Null: nowhere. */
  returnUrl: string | null;
  /** The connection to renew. Null: a new one is made. */
  renewedConnectionId: number | null;
}

/** The member who gets the connection. */
export interface LinkOwner {
  accountUserId: number;
  companyId: number;
  fullName: string;
  email: string;
  kind: Schema["account_user"]["kind"];
  companyName: string;
}

/** A link that is known. */
export interface ConnectLinkRow extends LinkTarget {
  linkHash: Buffer;
  status: "open" | "confirmed" | "failed";
  /** Why it failed. While it is open: why the last sign-in from it failed. Else null. */
  error: string | null;
  isExpired: boolean;
  /** SHA-256 of the cookie of the browser that used it up, or tried it last. */
  browserHash: Buffer | null;
  /** A request is trying credentials for it. */
  isClaimed: boolean;
  /** Null: the member was removed, or deleted the profile. */
  owner: LinkOwner | null;
  /** Null: the application was deleted. */
  applicationId: number | null;
  /** The name of the connection to renew. */
  renewedName: string | null;
}

/** Who uses a link up: the request that has claimed it, or the browser with this cookie (SHA-256) that confirmed a sign-in. */
export type LinkUser = { claim: string } | { browserHash: Buffer };

/** Stores a link and returns when it ends. */
export async function insertConnectLink(
  db: Kysely<Schema>,
  row: LinkTarget & {
    linkHash: Buffer;
    stateHash: Buffer;
    accountUserId: number;
    applicationId: number;
    minutes: number;
  },
): Promise<Date> {
  await sql`delete from connect_link where expires_date < now() - ${keptAfterEnd}::interval`.execute(db);
  const { expires_date } = await db
    .insertInto("connect_link")
    .values({
      link_hash: row.linkHash,
      state_hash: row.stateHash,
      account_user_id: row.accountUserId,
      application_id: row.applicationId,
      authentication_id: row.authenticationId,
      environment: row.environment,
      name: row.name,
      is_default: row.isDefault,
      return_url: row.returnUrl,
      renewed_connection_id: row.renewedConnectionId,
      expires_date: sql<Date>`now() + make_interval(mins => ${row.minutes})`,
    })
    .returning("expires_date")
    .executeTakeFirstOrThrow();
  return expires_date;
}

/** Loads a link by one indexed read. Null when it is unknown. */
export async function loadConnectLink(db: Kysely<Schema>, linkHash: Buffer): Promise<ConnectLinkRow | null> {
  const row = await db
    .selectFrom("connect_link as l")
    .leftJoin("account_user as a", "a.account_user_id", "l.account_user_id")
    .leftJoin("user_profile as u", (join) =>
      join.onRef("u.user_id", "=", "a.user_id").on("u.deleted_date", "is", null),
    )
    .leftJoin("company as co", "co.company_id", "a.company_id")
    .leftJoin("connection as r", "r.connection_id", "l.renewed_connection_id")
    .select([
      "l.link_hash as linkHash",
      "l.status",
      "l.error",
      sql<boolean>`l.expires_date <= now()`.as("isExpired"),
      "l.browser_hash as browserHash",
      sql<boolean>`l.claimed_until is not null and l.claimed_until > now()`.as("isClaimed"),
      "l.application_id as applicationId",
      "l.authentication_id as authenticationId",
      "l.environment",
      "l.name",
      "l.is_default as isDefault",
      "l.return_url as returnUrl",
      "l.renewed_connection_id as renewedConnectionId",
      "r.name as renewedName",
      "a.account_user_id as accountUserId",
      "a.company_id as companyId",
      "a.kind",
      "u.full_name as fullName",
      "u.email",
      "co.name as companyName",
    ])
    .where("l.link_hash", "=", linkHash)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { accountUserId, companyId, kind, fullName, email, companyName, ...link } = row;
  const isThere = accountUserId !== null && companyId !== null && kind !== null && companyName !== null;
  const owner =
    isThere && fullName !== null && email !== null
      ? { accountUserId, companyId, kind, fullName, email, companyName }
      : null;
  return { ...link, owner };
}

/**
 * Takes the right to use a link for some seconds, so that two requests cannot use it at once. It counts as an attempt.
 *
 * @returns null when the link is over, or another request has claimed it
 */
export async function claimConnectLink(
  db: Kysely<Schema>,
  linkHash: Buffer,
  browserHash: Buffer,
  seconds: number,
): Promise<{ claim: string; attempts: number } | null> {
  const { rows } = await sql<{ claim: string; attempts: number }>`update connect_link
    set claim = gen_random_uuid(), attempts = attempts + 1, browser_hash = ${browserHash},
      claimed_until = now() + make_interval(secs => ${seconds})
    where link_hash = ${linkHash} and status = 'open' and expires_date > now()
      and (claimed_until is null or claimed_until < now())
    returning claim, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Gives a claim back without having used the link. */
export async function releaseConnectLink(db: Kysely<Schema>, linkHash: Buffer, claim: string): Promise<void> {
  await db
    .updateTable("connect_link")
    .set({ claim: null, claimed_until: null })
    .where("link_hash", "=", linkHash)
    .where("claim", "=", claim)
    .execute();
}

/**
 * Uses a link up for a connection, inside the transaction that stores it. False when it is used already, or another request has
 * claimed it meanwhile: then nothing may be stored.
 *
 * @param by a sign-in claims no link, and began before the link expired
 */
export async function confirmConnectLink(
  transaction: Kysely<Schema>,
  linkHash: Buffer,
  by: LinkUser,
  connectionId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("connect_link")
    .set({
      status: "confirmed",
      connection_id: connectionId,
      error: null,
      claimed_until: null,
      ...("browserHash" in by && { browser_hash: by.browserHash }),
    })
    .where("link_hash", "=", linkHash)
    .where("status", "=", "open")
    .$call((update) => ("claim" in by ? update.where("claim", "=", by.claim) : update))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a link without a connection. False when it is over already, or a request is using it. */
export async function failConnectLink(db: Kysely<Schema>, linkHash: Buffer, error: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("connect_link")
    .set({ status: "failed", error })
    .where("link_hash", "=", linkHash)
    .where("status", "=", "open")
    .where((where) =>
      where.or([where("claimed_until", "is", null), where("claimed_until", "<", sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Why nothing more can be begun from a link: why it failed, or null when it was used or has expired. Undefined: it is open. */
export async function findLinkEnd(
  db: Kysely<Schema>,
  linkHash: Buffer,
): Promise<{ error: string | null } | undefined> {
  const row = await db
    .selectFrom("connect_link")
    .select(["status", "error", sql<boolean>`expires_date <= now()`.as("isExpired")])
    .where("link_hash", "=", linkHash)
    .executeTakeFirst();
  return row?.status === "open" && !row.isExpired
    ? undefined
    : { error: row?.status === "failed" ? row.error : null };
}

/** Loads the result of a link; null when its state is unknown. A link whose sign-in is still under way is not over. */
export async function loadConnectLinkOutcome(
  db: Kysely<Schema>,
  stateHash: Buffer,
): Promise<{
  accountUserId: number | null;
  status: "open" | "confirmed" | "failed";
  isOver: boolean;
  error: string | null;
  connectionId: number | null;
  name: string | null;
} | null> {
  const row = await db
    .selectFrom("connect_link as l")
    .leftJoin("connection as c", "c.connection_id", "l.connection_id")
    .select([
      "l.account_user_id as accountUserId",
      sql<
        "open" | "confirmed" | "failed"
      >`case when l.status = 'open' and l.application_id is null then 'failed'
        else l.status end`.as("status"),
      sql<boolean>`l.expires_date < now() and (l.claimed_until is null or l.claimed_until < now()) and not exists (select 1 from sign_in s where s.link_hash = l.link_hash
        and s.status in ('pending', 'exchanging', 'authorized') and s.expires_date > now())`.as("isOver"),
      sql<
        string | null
      >`case when l.status = 'open' and l.application_id is null then 'The application was deleted.' else l.error end`.as(
        "error",
      ),
      "l.connection_id as connectionId",
      "c.name",
    ])
    .where("l.state_hash", "=", stateHash)
    .executeTakeFirst();
  return row ?? null;
}
