import { hash } from "node:crypto";
import { approvalMinutes } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import { endApprovals, isOpenApproval } from "./approvals.ts";
import { connectionDeleted } from "./connections/delete-connections.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Schema } from "./schema.ts";

/** How many calls of one toolset may wait at once. An agent in a loop must not fill the list of the person who decides. */
export const maxWaiting = 100;

/** When the inputs of a toolset's waiting calls have so many MiB together, no other call waits. */
export const maxWaitingMib = 16;

/** A call that needs an approval. */
export interface ApprovalCall {
  companyId: number;
  accountUserId: number;
  toolsetId: string;
  toolSlug: string;
  connectionId: number | null;
  callHash: Buffer;
  /** The hashes that earlier versions stored, which say less of the call. */
  formerCallHashes: Buffer[];
  /** Builds the masked input; called when a new request is stored. */
  input(): Promise<string>;
}

/** `approved`: this call, and no other, may run now. `tooMany`: as many calls wait as may, and `tooLarge`: their inputs are as large as they may be. `gone`: the toolset was deleted, and with `connectionGone` the connection. */
export type ApprovalClaim =
  | { kind: "approved"; approvalId: string }
  | { kind: "waiting"; approvalId: string; denial: Denial | null }
  | { kind: "tooMany" }
  | { kind: "tooLarge" }
  | { kind: "gone" }
  | { kind: "connectionGone" };

/** A person denied the same call in the last `approvalMinutes`, and it has not been approved since. */
export interface Denial {
  reason: string | null;
}

/**
 * Uses up the approval of a call, or returns the request that waits for one, a new one if there is none. Of several equal calls at
 * once, on any server, one gets the approval.
 */
export async function claimApproval(db: Kysely<Schema>, call: ApprovalCall): Promise<ApprovalClaim> {
  const isSame = sql<boolean>`account_user_id = ${call.accountUserId} and call_hash = ${call.callHash}`;
  await adoptFormerRequest(db, call);
  for (let attempt = 0; attempt < 5; attempt++) {
    const used = await sql<{ id: string }>`update approval set status = 'used'
      where ${isSame} and status = 'approved' and ${isOpenApproval} returning approval_id as id`.execute(db);
    if (used.rows[0] !== undefined) {
      return { kind: "approved", approvalId: used.rows[0].id };
    }
    await sql`update approval set status = 'expired'
      where ${isSame} and status in ('waiting', 'approved') and not ${isOpenApproval}`.execute(db);
    const waiting = (await findWaiting(db, isSame)) ?? (await insertRequest(db, call));
    if (typeof waiting === "string") {
      return { kind: waiting };
    }
    if (waiting !== null) {
      return { kind: "waiting", approvalId: waiting.id, denial: await findDenial(db, isSame) };
    }
    // Another call asked, or somebody decided, between two of these statements.
  }
  throw new Error("The approval of a call changed too often to be read.");
}

/** Gives an open request of a former version today's hash. At most two hours after an upgrade there are none. */
async function adoptFormerRequest(
  db: Kysely<Schema>,
  { accountUserId, callHash, formerCallHashes }: ApprovalCall,
): Promise<void> {
  await sql`update approval p set call_hash = ${callHash}
    where account_user_id = ${accountUserId} and call_hash = any(${formerCallHashes}::bytea[])
      and status in ('waiting', 'approved') and ${isOpenApproval}
      and not exists (select from approval o where o.account_user_id = p.account_user_id
        and o.call_hash = ${callHash} and o.status in ('waiting', 'approved'))`.execute(db);
}

type Condition = ReturnType<typeof sql<boolean>>;

async function findWaiting(db: Kysely<Schema>, isSame: Condition): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`select approval_id as id from approval
    where ${isSame} and status = 'waiting' and ${isOpenApproval}`.execute(db);
  return rows[0] ?? null;
}

/** Finds the last decision about the same call, if it was a denial. */
async function findDenial(db: Kysely<Schema>, isSame: Condition): Promise<Denial | null> {
  const { rows } = await sql<{ isDenied: boolean; reason: string | null }>`
    select status = 'denied' as "isDenied", reason from approval
    where ${isSame} and decided_date > now() - make_interval(mins => ${approvalMinutes})
    order by decided_date desc limit 1`.execute(db);
  return rows[0]?.isDenied ? { reason: rows[0].reason } : null;
}

/** Finds whether the call of a request that waits was denied a short time ago. */
export async function findEarlierDenial(db: Kysely<Schema>, approvalId: string): Promise<Denial | null> {
  const isSame = sql<boolean>`(account_user_id, call_hash) =
    (select p.account_user_id, p.call_hash from approval p where p.approval_id = ${approvalId})`;
  return findDenial(db, isSame);
}

/** Null when the same call has an open request already. */
async function insertRequest(
  db: Kysely<Schema>,
  call: ApprovalCall,
): Promise<{ id: string } | "tooMany" | "tooLarge" | "gone" | "connectionGone" | null> {
  const { companyId, accountUserId, toolsetId, toolSlug, connectionId, callHash } = call;
  const input = await call.input();
  return inTransaction(db, async (transaction) => {
    // The lock makes the requests of a toolset come one after another, so that none is counted too late.
    const locked = await sql`select 1 from toolset where toolset_id = ${toolsetId} for no key update`.execute(
      transaction,
    );
    if (locked.rows.length === 0) {
      return "gone";
    }
    // The connection cannot be deleted before this request is there to be ended.
    const kept =
      await sql`select 1 from connection where connection_id = ${connectionId} for key share`.execute(
        transaction,
      );
    if (connectionId !== null && kept.rows.length === 0) {
      return "connectionGone";
    }
    const waiting = await sql<{ isTooMany: boolean; isTooLarge: boolean | null }>`
      select count(*) >= ${maxWaiting} as "isTooMany",
        sum(octet_length(input)) >= ${maxWaitingMib * 1024 * 1024}::integer as "isTooLarge" from approval
      where toolset_id = ${toolsetId} and status = 'waiting' and ${isOpenApproval}`.execute(transaction);
    const [{ isTooMany, isTooLarge } = {}] = waiting.rows;
    if (isTooMany || isTooLarge) {
      return isTooMany ? "tooMany" : "tooLarge";
    }
    const { rows } = await sql<{ id: string }>`insert into approval
        (company_id, account_user_id, toolset_id, tool_slug, connection_id, call_hash, input, digest, expires_date)
      values (${companyId}, ${accountUserId}, ${toolsetId}, ${toolSlug}, ${connectionId}, ${callHash}, ${input},
        ${hashShown(call, input)},
        now() + make_interval(mins => ${approvalMinutes}))
      on conflict (account_user_id, call_hash) where status in ('waiting', 'approved') do nothing
      returning approval_id as id`.execute(transaction);
    return rows[0] ?? null;
  });
}

/** Takes the masked input: a hash of the secrets could be used to guess them. */
const hashShown = (
  { accountUserId, toolsetId, toolSlug, connectionId }: ApprovalCall,
  input: string,
): string => hash("sha256", JSON.stringify([accountUserId, toolsetId, toolSlug, connectionId]) + input);

/** Gives an approval back whose call was not sent. It ends when the call's connection was deleted meanwhile. */
export async function releaseApproval(db: Kysely<Schema>, approvalId: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // The connection cannot be deleted before this approval is there to be ended.
    await sql`select 1 from connection where connection_id =
      (select connection_id from approval where approval_id = ${approvalId}) for key share`.execute(
      transaction,
    );
    await sql`update approval p set status = 'approved' where approval_id = ${approvalId} and status = 'used'
      and not exists (select from approval o where o.account_user_id = p.account_user_id and o.call_hash = p.call_hash
        and o.status in ('waiting', 'approved'))`.execute(transaction);
    const isOrphan = sql<boolean>`approval_id = ${approvalId} and connection_id is not null
      and not exists (select from connection c where c.connection_id = approval.connection_id)`;
    await endApprovals(transaction, isOrphan, connectionDeleted);
  });
}
