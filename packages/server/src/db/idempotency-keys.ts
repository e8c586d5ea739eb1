import { type Kysely, sql, type Transaction } from "kysely";
import { deleteRowsInBatches } from "./delete-in-batches.ts";
import type { Schema } from "./schema.ts";

/** A key of one credential, and the attempt that claims it. */
export interface IdempotencyClaim {
  accountUserId: number;
  /** Identifies the credential among those of the account user (decisions D76). */
  credential: string;
  keyHash: Buffer;
  requestHash: Buffer;
  /** A UUID of this attempt. Only this attempt may store the response or release the key (decisions D87). */
  claim: string;
}

/** The state of an idempotency key. */
export type IdempotencyState =
  | { kind: "claimed" }
  | { kind: "otherRequest" }
  | { kind: "running" }
  /** No response is stored, and it is unknown whether the tool ran. */
  | { kind: "outcomeUnknown" }
  | { kind: "done"; sealedResponse: Buffer };

interface KeyRow {
  isClaimed: boolean;
  isSameRequest: boolean;
  isRunning: boolean;
  sealedResponse: Buffer | null;
}

/** How long a key counts (decisions D35). */
const keptHours = 24;

/** The credential of keys from an earlier version. They apply to every credential of the account user. */
const anyCredential = "any";

/**
 * Claims a key for a request, or returns why it cannot be claimed. An attempt may repeat a
 * claim that may have been stored already.
 */
export async function claimIdempotencyKey(
  db: Kysely<Schema>,
  key: IdempotencyClaim,
  runningForMs: number,
): Promise<IdempotencyState> {
  const { rows } = await sql<KeyRow>`
    with standing as (
      select * from idempotency_key
      where account_user_id = ${key.accountUserId} and credential in (${key.credential}, ${anyCredential})
        and key_hash = ${key.keyHash} and created_date >= now() - make_interval(hours => ${keptHours})
        and claim is distinct from ${key.claim}::uuid
    ), claimed as (
      insert into idempotency_key as k (account_user_id, credential, key_hash, request_hash, claim, running_until)
      select ${key.accountUserId}::int, ${key.credential}, ${key.keyHash}::bytea, ${key.requestHash}::bytea,
        ${key.claim}::uuid, now() + ${runningForMs} * interval '1 millisecond'
      where not exists (select from standing)
      on conflict (account_user_id, credential, key_hash) do update
        set request_hash = excluded.request_hash, claim = excluded.claim, running_until = excluded.running_until,
          sealed_response = null, created_date = now()
        where k.created_date < now() - make_interval(hours => ${keptHours}) or k.claim = excluded.claim
      returning 1
    )
    select true as "isClaimed", true as "isSameRequest", true as "isRunning", null::bytea as "sealedResponse" from claimed
    union all
    select false, request_hash = ${key.requestHash}, coalesce(running_until > now(), false), sealed_response
      from standing`.execute(db);
  const row = rows.find((candidate) => candidate.isClaimed) ?? rows[0];
  if (row === undefined) {
    // Another request claimed the key between the two halves of the statement.
    return { kind: "running" };
  }
  if (row.isClaimed) {
    return { kind: "claimed" };
  }
  if (!row.isSameRequest) {
    return { kind: "otherRequest" };
  }
  if (row.sealedResponse !== null) {
    return { kind: "done", sealedResponse: row.sealedResponse };
  }
  return { kind: row.isRunning ? "running" : "outcomeUnknown" };
}

/** Stores the sealed response of a claimed key. */
export async function storeIdempotentResponse(
  db: Kysely<Schema>,
  key: IdempotencyClaim,
  sealedResponse: Buffer,
): Promise<void> {
  await db
    .updateTable("idempotency_key")
    .set({ sealed_response: sealedResponse, running_until: null })
    .where("account_user_id", "=", key.accountUserId)
    .where("credential", "=", key.credential)
    .where("key_hash", "=", key.keyHash)
    .where("claim", "=", key.claim)
    .execute();
}

/** Releases a key whose request ended before anything was sent. */
export async function releaseIdempotencyKey(db: Kysely<Schema>, key: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom("idempotency_key")
    .where("account_user_id", "=", key.accountUserId)
    .where("credential", "=", key.credential)
    .where("key_hash", "=", key.keyHash)
    .where("claim", "=", key.claim)
    .where("sealed_response", "is", null)
    .execute();
}

/** The most keys of a member that one statement deletes. */
const keysOfMember = 50_000;

/** Deletes all keys of a member within a transaction. However many there are, each statement ends before its time limit. */
export async function deleteIdempotencyKeysOf(
  transaction: Transaction<Schema>,
  accountUserId: number,
  batch = keysOfMember,
): Promise<void> {
  let last: { credential: string; keyHash: Buffer } | undefined = {
    credential: "",
    keyHash: Buffer.alloc(0),
  };
  while (last !== undefined) {
    const found: { rows: NonNullable<typeof last>[] } = await sql<NonNullable<typeof last>>`
      with batch as materialized (
        select credential, key_hash from idempotency_key
        where account_user_id = ${accountUserId} and (credential, key_hash) > (${last.credential}, ${last.keyHash})
        order by credential, key_hash limit ${batch}
      ), deleted as (
        delete from idempotency_key using batch where idempotency_key.account_user_id = ${accountUserId}
          and idempotency_key.credential = batch.credential and idempotency_key.key_hash = batch.key_hash
      )
      select credential, key_hash as "keyHash" from batch order by credential desc, key_hash desc limit 1`.execute(
      transaction,
    );
    last = found.rows[0];
  }
}

/** Deletes expired keys. */
export async function deleteOldIdempotencyKeys(db: Kysely<Schema>): Promise<void> {
  const isOld = sql`created_date < now() - make_interval(hours => ${keptHours})`;
  await deleteRowsInBatches(db, "idempotency_key", isOld);
}
