import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { TokenDates } from "./connections.ts";

/**
 * Takes the lease to renew a connection's token. One process has it at a time.
 *
 * @param tokenVersion the version of the token to renew
 * @returns null when another process has the lease, or the token no longer needs renewal. `isTakenOver`: the lease of another process
 * has expired, which may have new tokens that it could not store
 */
export async function takeRenewalLease(
  db: Kysely<Schema>,
  connectionId: number,
  tokenVersion: number,
  owner: string,
  leaseMs: number,
): Promise<{ isTakenOver: boolean } | null> {
  const { rows } = await sql<{ isTakenOver: boolean }>`update connection c
    set renewing_by = ${owner}, renewing_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    from (select connection_id, renewing_by is not null as is_taken_over from connection
      where connection_id = ${connectionId} for update) former
    where c.connection_id = former.connection_id and c.token_version = ${tokenVersion} and c.status = 'active'
      and (c.renewing_until is null or c.renewing_until < clock_timestamp())
    returning former.is_taken_over as "isTakenOver"`.execute(db);
  return rows[0] ?? null;
}

/** Begins the time of a lease anew. False when another process has taken it over. */
export async function extendRenewalLease(
  db: Kysely<Schema>,
  connectionId: number,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update connection
    set renewing_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    where connection_id = ${connectionId} and renewing_by = ${owner}`.execute(db);
  return numAffectedRows > 0n;
}

/** Releases the lease without a renewal. @param dueDate when to try again; undefined: no change */
export async function releaseRenewalLease(
  db: Kysely<Schema>,
  connectionId: number,
  owner: string,
  dueDate?: Date,
): Promise<void> {
  await db
    .updateTable("connection")
    .set({
      renewing_by: null,
      renewing_until: null,
      ...(dueDate !== undefined && { token_due_date: dueDate }),
    })
    .where("connection_id", "=", connectionId)
    .where("renewing_by", "=", owner)
    .execute();
}

/** Stores a connection's new token. Makes the connection active and ends any lease. */
export async function storeToken(
  db: Kysely<Schema>,
  connectionId: number,
  stored: {
    fields: Record<string, string>;
    sealedSecrets: Buffer | null;
    sealedOrigins: string[] | null;
    tokenDates: TokenDates;
    /** Set when the owner signed in again. */
    signedIn?: { environment: string; accountLabel: string | null; name: string };
  },
): Promise<void> {
  const { signedIn, tokenDates } = stored;
  await db
    .updateTable("connection")
    .set({
      fields: JSON.stringify(stored.fields),
      sealed_secrets: stored.sealedSecrets,
      sealed_origins: stored.sealedOrigins,
      token_due_date: tokenDates.tokenDueDate,
      token_expires_date: tokenDates.tokenExpiresDate,
      is_token_renewable: tokenDates.isTokenRenewable,
      token_version: sql`token_version + 1`,
      status: "active",
      status_reason: null,
      renewing_by: null,
      renewing_until: null,
      ...(signedIn && {
        environment: signedIn.environment,
        account_label: signedIn.accountLabel,
        name: signedIn.name,
        refused_calls: 0,
        updated_date: sql`now()`,
      }),
    })
    .where("connection_id", "=", connectionId)
    .execute();
}

/** Ends a connection's authorization, unless its token was renewed meanwhile. */
export async function expireConnection(
  db: Kysely<Schema>,
  connectionId: number,
  tokenVersion: number,
  reason: string,
): Promise<void> {
  await db
    .updateTable("connection")
    .set({ status: "expired", status_reason: reason, renewing_by: null, renewing_until: null })
    .where("connection_id", "=", connectionId)
    .where("token_version", "=", tokenVersion)
    .where("status", "=", "active")
    .execute();
}
