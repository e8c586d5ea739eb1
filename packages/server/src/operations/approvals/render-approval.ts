import { createHash } from "node:crypto";
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
  input: JSON.parse(row.input),
  requestedDate: renderDate(row.requestedDate),
  expiresDate: renderDate(row.expiresDate),
  decidedDate: renderNullableDate(row.decidedDate),
  decidedByAccountUserId: row.decidedByAccountUserId,
  reason: row.reason,
  accountUserId: row.accountUserId,
  toolsetId: row.toolsetId,
  digest: hashShown(row),
  tool: findTool(catalog, row.toolSlug),
  names: row.names,
});

/** Takes the masked input: a hash of the secrets could be used to guess them. */
const hashShown = ({ accountUserId, toolsetId, toolSlug, connectionId, input }: ApprovalRow): string =>
  createHash("sha256")
    .update(JSON.stringify([accountUserId, toolsetId, toolSlug, connectionId]))
    .update(input)
    .digest("hex");

function findTool(catalog: CompanyCatalog, slug: string): Approval["tool"] {
  const entry = catalog.findTool(slug);
  if (entry === undefined) {
    return null;
  }
  const { name, applicationSlug, applicationName, annotations }: ToolSummary = JSON.parse(entry.summaryJson);
  return { name, applicationSlug, applicationName, annotations };
}
