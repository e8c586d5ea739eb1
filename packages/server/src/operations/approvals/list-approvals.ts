import { listApprovalRows } from "../../db/approvals.ts";
import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderApproval } from "./render-approval.ts";

export async function listApprovals(
  deps: Deps,
  { companyId, accountUserId, role }: Caller,
  { query }: InputOf<"listApprovals">,
): Promise<OutputOf<"listApprovals">> {
  const page = readPage(query);
  const filter = {
    companyId,
    accountUserId,
    withServices: role === "Admin",
    status: query.status ?? null,
    isWaiting: query.isWaiting ?? null,
  };
  const [{ rows, totalCount }, catalog] = await Promise.all([
    deps.db.read((db) => listApprovalRows(db, filter, page)),
    deps.catalog.forCompany(companyId),
  ]);
  return renderPage(
    rows.map((row) => renderApproval(catalog, row)),
    totalCount,
    page,
  );
}
