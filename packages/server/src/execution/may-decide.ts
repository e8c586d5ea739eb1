import type { ApprovalRow } from "../db/approvals.ts";
import type { Caller } from "../db/people/callers.ts";

/**
 * Whether a caller may see and decide an approval: the one whose call it is, or for a service member an Admin of its company
 * (decisions D66). `authorize` has refused narrowed credentials before.
 */
export const mayDecide = (
  { accountUserId, companyId, ownerKind }: ApprovalRow,
  { accountUserId: callerId, companyId: callerCompanyId, role }: Caller,
): boolean =>
  accountUserId === callerId ||
  (ownerKind === "service" && role === "Admin" && companyId === callerCompanyId);
