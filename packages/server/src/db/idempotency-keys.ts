import { type Kysely, sql } from "kysely";
import type { Schema, StoredResponse } from "./schema.ts";

/** What is known of an idempotency key. */
export type IdempotencyState =
  | { kind: "claimed" }
  | { kind: "otherRequest" }
  | { kind: "running" }
  /** The server that ran it ended before it could store the answer: whether the tool ran is not known. */
  | { kind: "outcomeUnknown" }
  | { kind: "done"; response: StoredResponse };

interface KeyRow {
  isClaimed: boolean;
  isSameRequest: boolean;
  isRunning: boolean;
  response: StoredResponse | null;
}

/** Claims a key for a request, or tells what stands against it; keys older than a day count for nothing (decisions D35). */
export async function claimIdempotencyKey(
  db: Kysely<Schema>,
  key: { accountUserId: number; keyHash: Buffer; requestHash: Buffer },
  runningForMs: number,
): Promise<IdempotencyState> {
  const { rows } = await sql<KeyRow>`
    with claimed as (
      insert into idempotency_key as k (account_user_id, key_hash, request_hash, running_until)
      values (${key.accountUserId}, ${key.keyHash}, ${key.requestHash}, now() + ${runningForMs} * interval '1 millisecond')
      on conflict (account_user_id, key_hash) do update
        set request_hash = excluded.request_hash, running_until = excluded.running_until, response = null, created_date = now()
        where k.created_date < now() - interval '24 hours'
      returning 1
    )
    select true as "isClaimed", true as "isSameRequest", true as "isRunning", null::jsonb as response from claimed
    union all
    select false, request_hash = ${key.requestHash}, running_until > now(), response from idempotency_key
      where account_user_id = ${key.accountUserId} and key_hash = ${key.keyHash}`.execute(db);
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
  if (row.response !== null) {
    return { kind: "done", response: row.response };
  }
  return { kind: row.isRunning ? "running" : "outcomeUnknown" };
}

/** Stores the answer of a claimed key. */
export async function storeIdempotentResponse(
  db: Kysely<Schema>,
  accountUserId: number,
  keyHash: Buffer,
  response: StoredResponse,
): Promise<void> {
  await db
    .updateTable("idempotency_key")
    .set({ response: JSON.stringify(response), running_until: null })
    .where("account_user_id", "=", accountUserId)
    .where("key_hash", "=", keyHash)
    .execute();
}

/** Gives a key back whose request ended before anything was sent. */
export async function releaseIdempotencyKey(
  db: Kysely<Schema>,
  accountUserId: number,
  keyHash: Buffer,
): Promise<void> {
  await db
    .deleteFrom("idempotency_key")
    .where("account_user_id", "=", accountUserId)
    .where("key_hash", "=", keyHash)
    .where("response", "is", null)
    .execute();
}

/** Deletes keys that count for nothing any more. */
export async function deleteOldIdempotencyKeys(db: Kysely<Schema>): Promise<void> {
  await sql`delete from idempotency_key where created_date < now() - interval '24 hours'`.execute(db);
}
