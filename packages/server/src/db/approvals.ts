import {
  type Approval,
  type ApprovalStatus,
  approvalMinutes,
  listedInput,
  type Member,
} from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { deleteRowsInBatches } from "./delete-in-batches.ts";
import type { Page, RowPage } from "./page.ts";
import type { Caller } from "./people/callers.ts";
import type { Schema } from "./schema.ts";

/** A request for an approval, with what became of it. */
export interface ApprovalRow {
  approvalId: string;
  companyId: number;
  /** Whose call it is. */
  accountUserId: number;
  ownerKind: Member["kind"];
  status: ApprovalStatus;
  toolSlug: string;
  connectionId: number | null;
  /** JSON text, masked. Of a long one a list has only the beginning (`listedInput`). */
  input: string;
  isInputCut: boolean;
  /** SHA-256, in hex, of what the record shows of the request. */
  digest: string;
  requestedDate: Date;
  expiresDate: Date;
  decidedDate: Date | null;
  decidedByAccountUserId: number | null;
  reason: string | null;
  toolsetId: string;
  names: Approval["names"];
}

/** A request that waits, or an approval that can be used. */
export const isOpenApproval = sql<boolean>`expires_date > now()`;
const currentStatus = sql<ApprovalStatus>`case when p.status in ('waiting', 'approved') and p.expires_date <= now()
  then 'expired' else p.status end`;
/** Written so that an index finds the few that wait: consoles ask for them every few seconds. */
const isWaitingNow = sql<boolean>`(p.status = 'waiting' and p.expires_date > now())`;

const wholeInput = sql`p.input, false as "isInputCut"`;

/** PostgreSQL tells the bytes of a text without reading it, and reads no more of a long one than its beginning. */
const isLong = sql<boolean>`octet_length(p.input) > ${listedInput.wholeBytes}`;
const cutInput = sql`case when ${isLong} then left(p.input, ${listedInput.cutCharacters}) else p.input end as input,
  ${isLong} as "isInputCut"`;

const selectApproval = (input: RawBuilder<unknown>) => sql`
  select p.approval_id as "approvalId", p.company_id as "companyId", p.account_user_id as "accountUserId",
    a.kind as "ownerKind", ${currentStatus} as status, p.tool_slug as "toolSlug", p.connection_id as "connectionId", ${input}, p.digest,
    p.requested_date as "requestedDate", p.expires_date as "expiresDate", p.decided_date as "decidedDate",
    p.decided_by_account_user_id as "decidedByAccountUserId", p.reason, p.toolset_id as "toolsetId",
    json_build_object(
      'member', (select nullif(u.full_name, '') from user_profile u where u.user_id = a.user_id),
      'toolset', (select t.name from toolset t where t.toolset_id = p.toolset_id),
      'connection', (select c.name from connection c where c.connection_id = p.connection_id),
      'decidedBy', (select nullif(u.full_name, '') from account_user d join user_profile u using (user_id)
        where d.account_user_id = p.decided_by_account_user_id)) as names
  from approval p join account_user a using (account_user_id)`;

export async function loadApproval(db: Kysely<Schema>, approvalId: string): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`${selectApproval(wholeInput)}
    where p.approval_id = ${approvalId}`.execute(db);
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

/** Lists a page of approvals, newest first, with their count. Long inputs are cut, so that a list of them stays small. */
export async function listApprovalRows(
  db: Kysely<Schema>,
  { companyId, accountUserId, withServices, status, isWaiting }: ApprovalFilter,
  page: Page,
): Promise<RowPage<ApprovalRow>> {
  const condition = sql<boolean>`p.company_id = ${companyId}
    and (p.account_user_id = ${accountUserId} or (${withServices} and a.kind = 'service'))
    and ${buildStatusCondition(status)} and ${buildWaitingCondition(isWaiting)}`;
  const [{ rows }, counted] = await Promise.all([
    // Chosen before they are read: PostgreSQL would read the names of those that the offset skips, too.
    sql<ApprovalRow>`${selectApproval(cutInput)} where p.approval_id in (
        select p.approval_id from approval p join account_user a using (account_user_id) where ${condition}
        order by p.requested_date desc, p.approval_id offset ${page.offset} limit ${page.top})
      order by p.requested_date desc, p.approval_id`.execute(db),
    sql<{
      count: string;
    }>`select count(*) as count from approval p join account_user a using (account_user_id)
      where ${condition}`.execute(db),
  ]);
  return { rows, totalCount: Number(counted.rows[0]?.count ?? 0) };
}

function buildStatusCondition(status: ApprovalFilter["status"]): RawBuilder<boolean> {
  if (status === null) {
    return sql<boolean>`true`;
  }
  return status === "waiting" ? isWaitingNow : sql<boolean>`${currentStatus} = ${status}`;
}

function buildWaitingCondition(isWaiting: ApprovalFilter["isWaiting"]): RawBuilder<boolean> {
  if (isWaiting === null) {
    return sql<boolean>`true`;
  }
  return isWaiting ? isWaitingNow : sql<boolean>`not ${isWaitingNow}`;
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
  const decided =
    await sql`update approval set status = ${isApproved ? "approved" : "denied"}, decided_date = now(),
      decided_by_account_user_id = ${decidedByAccountUserId}, reason = ${reason},
      expires_date = case when ${isApproved} then now() + make_interval(mins => ${approvalMinutes}) else expires_date end
    where approval_id = ${approvalId} and ${isOpenApproval}
      and status in ('waiting', ${isApproved ? "waiting" : "approved"})`.execute(db);
  if (decided.numAffectedRows === 1n || !isApproved) {
    return decided.numAffectedRows === 1n;
  }
  // In a statement of its own, since the update may have waited for that of somebody else who approved.
  const { rows } = await sql`select 1 from approval
    where approval_id = ${approvalId} and status = 'approved' and ${isOpenApproval}`.execute(db);
  return rows.length > 0;
}

/**
 * Ends requests and approvals whose call can never be made again.
 *
 * @param isConcerned a condition about rows of `approval`
 */
export async function endApprovals(
  db: Kysely<Schema>,
  isConcerned: RawBuilder<boolean>,
  reason: string,
): Promise<void> {
  await sql`update approval set status = 'expired', expires_date = now(), reason = ${reason}
    where status in ('waiting', 'approved') and ${isOpenApproval} and ${isConcerned}`.execute(db);
}

/** Deletes approvals that ended before a date. */
export async function deleteApprovalsBefore(db: Kysely<Schema>, before: Date): Promise<void> {
  await deleteRowsInBatches(db, "approval", sql`expires_date < ${before}`);
}
