import type { Approval, ToolSummary } from "@bowline/contract";
import type { CompanyCatalog } from "../../catalog/company-catalog.ts";
import type { ApprovalRow } from "../../db/approvals.ts";
import { renderDate, renderNullableDate } from "../page.ts";

/** @param catalog of the approval's company */
export const renderApproval = (catalog: CompanyCatalog, row: ApprovalRow): Approval => ({
  approvalId: row.approvalId,
  status: row.status,
  toolSlug: row.toolSlug,
  connectionId: row.connectionId,
  input: row.isInputCut ? row.input : JSON.parse(row.input),
  isInputCut: row.isInputCut,
  requestedDate: renderDate(row.requestedDate),
  expiresDate: renderDate(row.expiresDate),
  decidedDate: renderNullableDate(row.decidedDate),
  decidedByAccountUserId: row.decidedByAccountUserId,
  reason: row.reason,
  accountUserId: row.accountUserId,
  toolsetId: row.toolsetId,
  digest: row.digest,
  tool: findTool(catalog, row.toolSlug),
  names: row.names,
});

function findTool(catalog: CompanyCatalog, slug: string): Approval["tool"] {
  const entry = catalog.findTool(slug);
  if (entry === undefined) {
    return null;
  }
  const { name, applicationSlug, applicationName, annotations }: ToolSummary = JSON.parse(entry.summaryJson);
  return { name, applicationSlug, applicationName, annotations };
}
