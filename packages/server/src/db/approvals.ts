import type { Approval, ApprovalStatus, Member } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import type { Caller } from "./callers.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Page, RowPage } from "./page.ts";
import type { Schema } from "./schema.ts";

/** How long a request waits, and how long an approval can be used (decisions D66). */
const openMinutes = 60;

/** How many calls of one toolset may wait at once. An agent in a loop must not fill the list of the person who decides. */
export const maxWaiting = 100;

export interface ApprovalRow {
  approvalId: string;
  companyId: number;
  /** Whose call it is. */
  accountUserId: number;
  ownerKind: Member["kind"];
  status: ApprovalStatus;
  toolSlug: string;
  connectionId: number | null;
  /** JSON text, masked. */
  input: string;
  requestedDate: Date;
  expiresDate: Date;
  decidedDate: Date | null;
  decidedByAccountUserId: number | null;
  reason: string | null;
  toolsetId: string;
  names: Approval["names"];
}

/** A call that needs an approval. */
export interface ApprovalCall {
  companyId: number;
  accountUserId: number;
  toolsetId: string;
  toolSlug: string;
  connectionId: number | null;
  callHash: Buffer;
  /** Builds the masked input; called when a new request is stored. */
  input(): Promise<string>;
}

/** `approved`: this call, and no other, may run now. `tooMany`: as many calls wait as may. `gone`: the toolset was deleted. */
export type ApprovalClaim =
  | { kind: "approved"; approvalId: string }
  | { kind: "waiting"; approvalId: string; denial: Denial | null }
  | { kind: "tooMany" }
  | { kind: "gone" };

/** A person denied the same call in the last 60 minutes, and it has not been approved since. */
export interface Denial {
  reason: string | null;
}

const isOpen = sql<boolean>`expires_date > now()`;
const currentStatus = sql<ApprovalStatus>`case when p.status in ('waiting', 'approved') and p.expires_date <= now()
  then 'expired' else p.status end`;

const selectApproval = sql`
  select p.approval_id as "approvalId", p.company_id as "companyId", p.account_user_id as "accountUserId",
    a.kind as "ownerKind", ${currentStatus} as status, p.tool_slug as "toolSlug", p.connection_id as "connectionId", p.input,
    p.requested_date as "requestedDate", p.expires_date as "expiresDate", p.decided_date as "decidedDate",
    p.decided_by_account_user_id as "decidedByAccountUserId", p.reason, p.toolset_id as "toolsetId",
    json_build_object(
      'member', (select u.full_name from user_profile u where u.user_id = a.user_id),
      'toolset', (select t.name from toolset t where t.toolset_id = p.toolset_id),
      'connection', (select c.name from connection c where c.connection_id = p.connection_id),
      'decidedBy', (select u.full_name from account_user d join user_profile u using (user_id)
        where d.account_user_id = p.decided_by_account_user_id)) as names
  from approval p join account_user a using (account_user_id)`;

/**
 * Uses up the approval of a call, or returns the request that waits for one, a new one if there is none. Of several equal calls at
 * once, on any server, one gets the approval.
 */
export async function claimApproval(db: Kysely<Schema>, call: ApprovalCall): Promise<ApprovalClaim> {
  const isSame = sql<boolean>`account_user_id = ${call.accountUserId} and call_hash = ${call.callHash}`;
  for (let attempt = 0; attempt < 5; attempt++) {
    const used = await sql<{ id: string }>`update approval set status = 'used'
      where ${isSame} and status = 'approved' and ${isOpen} returning approval_id as id`.execute(db);
    if (used.rows[0] !== undefined) {
      return { kind: "approved", approvalId: used.rows[0].id };
    }
    await sql`update approval set status = 'expired'
      where ${isSame} and status in ('waiting', 'approved') and not ${isOpen}`.execute(db);
    const waiting = (await findWaiting(db, isSame)) ?? (await insertRequest(db, call));
    if (waiting === "tooMany" || waiting === "gone") {
      return { kind: waiting };
    }
    if (waiting !== null) {
      return { kind: "waiting", approvalId: waiting.id, denial: await findDenial(db, isSame) };
    }
    // Another call asked, or somebody decided, between two of these statements.
  }
  throw new Error("The approval of a call changed too often to be read.");
}

type Condition = ReturnType<typeof sql<boolean>>;

async function findWaiting(db: Kysely<Schema>, isSame: Condition): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`select approval_id as id from approval
    where ${isSame} and status = 'waiting' and ${isOpen}`.execute(db);
  return rows[0] ?? null;
}

/** Finds the last decision about the same call, if it was a denial. */
async function findDenial(db: Kysely<Schema>, isSame: Condition): Promise<Denial | null> {
  const { rows } = await sql<{ isDenied: boolean; reason: string | null }>`
    select status = 'denied' as "isDenied", reason from approval
    where ${isSame} and decided_date > now() - make_interval(mins => ${openMinutes})
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
): Promise<{ id: string } | "tooMany" | "gone" | null> {
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
    const waiting = await sql<{ count: number }>`select count(*)::integer as count from approval
      where toolset_id = ${toolsetId} and status = 'waiting' and ${isOpen}`.execute(transaction);
    if ((waiting.rows[0]?.count ?? 0) >= maxWaiting) {
      return "tooMany";
    }
    const { rows } = await sql<{ id: string }>`insert into approval
        (company_id, account_user_id, toolset_id, tool_slug, connection_id, call_hash, input, expires_date)
      values (${companyId}, ${accountUserId}, ${toolsetId}, ${toolSlug}, ${connectionId}, ${callHash}, ${input},
        now() + make_interval(mins => ${openMinutes}))
      on conflict (account_user_id, call_hash) where status in ('waiting', 'approved') do nothing
      returning approval_id as id`.execute(transaction);
    return rows[0] ?? null;
  });
}

/** Gives an approval back whose call was not sent. */
export async function releaseApproval(db: Kysely<Schema>, approvalId: string): Promise<void> {
  await sql`update approval p set status = 'approved' where approval_id = ${approvalId} and status = 'used'
    and not exists (select from approval o where o.account_user_id = p.account_user_id and o.call_hash = p.call_hash
      and o.status in ('waiting', 'approved'))`.execute(db);
}

export async function loadApproval(db: Kysely<Schema>, approvalId: string): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`${selectApproval} where p.approval_id = ${approvalId}`.execute(db);
  return rows[0] ?? null;
}

/** What a member sees and decides: calls through their own toolsets, and for an Admin those of service members. */
export const listedFor = ({
  companyId,
  accountUserId,
  role,
}: Pick<Caller, "companyId" | "accountUserId" | "role">): Pick<
  ApprovalFilter,
  "companyId" | "accountUserId" | "withServices"
> => ({ companyId, accountUserId, withServices: role === "Admin" });

/** The approvals to list. */
export interface ApprovalFilter {
  companyId: number;
  accountUserId: number;
  /** Also those of the company's service members. */
  withServices: boolean;
  /** Null: any. */
  status: ApprovalStatus | null;
  /** Null: both. */
  isWaiting: boolean | null;
}

/** Lists a page of approvals, newest first, with their count. */
export async function listApprovalRows(
  db: Kysely<Schema>,
  { companyId, accountUserId, withServices, status, isWaiting }: ApprovalFilter,
  page: Page,
): Promise<RowPage<ApprovalRow>> {
  const condition = sql<boolean>`p.company_id = ${companyId}
    and (p.account_user_id = ${accountUserId} or (${withServices} and a.kind = 'service'))
    and (${status}::text is null or ${currentStatus} = ${status})
    and (${isWaiting}::boolean is null or (${currentStatus} = 'waiting') = ${isWaiting})`;
  const [{ rows }, counted] = await Promise.all([
    sql<ApprovalRow>`${selectApproval} where ${condition}
      order by p.requested_date desc, p.approval_id offset ${page.offset} limit ${page.top}`.execute(db),
    sql<{
      count: string;
    }>`select count(*) as count from approval p join account_user a using (account_user_id)
      where ${condition}`.execute(db),
  ]);
  return { rows, totalCount: Number(counted.rows[0]?.count ?? 0) };
}

/** A person's decision. */
export interface ApprovalDecision {
  isApproved: boolean;
  decidedByAccountUserId: number;
  reason: string | null;
}

/**
 * Decides an approval that waits, or takes back one that was not used. False when it was used, denied or has expired. Approving
 * twice changes nothing.
 */
export async function decideApproval(
  db: Kysely<Schema>,
  approvalId: string,
  { isApproved, decidedByAccountUserId, reason }: ApprovalDecision,
): Promise<boolean> {
  const { rows } = await sql`
    with decided as (
      update approval set status = ${isApproved ? "approved" : "denied"}, decided_date = now(),
        decided_by_account_user_id = ${decidedByAccountUserId}, reason = ${reason},
        expires_date = case when ${isApproved} then now() + make_interval(mins => ${openMinutes}) else expires_date end
      where approval_id = ${approvalId} and ${isOpen}
        and status in ('waiting', ${isApproved ? "waiting" : "approved"})
      returning 1
    )
    select 1 from decided
    union all
    select 1 from approval where approval_id = ${approvalId} and ${isApproved} and status = 'approved' and ${isOpen}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Deletes approvals that ended before a date. */
export async function deleteApprovalsBefore(db: Kysely<Schema>, before: Date): Promise<void> {
  await sql`delete from approval where expires_date < ${before}`.execute(db);
}
