import type { Approval } from "@bowline/contract";
import type { ApprovalRow } from "../../db/approvals.ts";
import { renderDate, renderNullableDate } from "../page.ts";

export const renderApproval = (row: ApprovalRow): Approval => ({
  approvalId: row.approvalId,
  status: row.status,
  toolSlug: row.toolSlug,
  connectionId: row.connectionId,
  input: JSON.parse(row.input),
  requestedDate: renderDate(row.requestedDate),
  expiresDate: renderDate(row.expiresDate),
  decidedDate: renderNullableDate(row.decidedDate),
  decidedByAccountUserId: row.decidedByAccountUserId,
  reason: row.reason,
});
