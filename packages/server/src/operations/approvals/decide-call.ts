import type { Approval } from "@bowline/contract";
import { ApiError, notFound } from "../../api-error.ts";
import { type ApprovalRow, decideApproval, loadApproval } from "../../db/approvals.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { renderApproval } from "./render-approval.ts";

/**
 * Approves or denies a call, for the API and for the page.
 *
 * @throws ApiError `CONFLICT` when the approval was used, denied or has expired; `NOT_FOUND` when it was deleted meanwhile
 */
export async function decideCall(
  { db, catalog, log }: Pick<Deps, "db" | "catalog" | "log">,
  { accountUserId, companyId }: Caller,
  { approvalId, toolSlug }: ApprovalRow,
  { isApproved, reason }: { isApproved: boolean; reason: string | null },
): Promise<Approval> {
  const decision = { isApproved, reason, decidedByAccountUserId: accountUserId };
  const wasDecided = await decideApproval(db.kysely, approvalId, decision);
  const row = await loadApproval(db.kysely, approvalId);
  if (row === null) {
    throw notFound(`Approval ${approvalId}`);
  }
  if (!wasDecided) {
    throw new ApiError("CONFLICT", `This approval cannot be decided any more${describeEnd(row)}`);
  }
  log.info(
    { approvalId, tool: toolSlug, accountUserId },
    isApproved ? "approval granted" : "approval denied",
  );
  return renderApproval(await catalog.forCompany(companyId), row);
}

/** One whose call can never be made again ended with a reason. */
const describeEnd = ({ status, reason }: ApprovalRow): string =>
  status === "expired" && reason !== null ? `. ${reason}` : `: it ${endings[status]}.`;

const endings = {
  waiting: "has just changed",
  approved: "has just changed",
  denied: "was denied",
  used: "was used",
  expired: "has expired",
};
