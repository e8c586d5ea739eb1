import { listApprovalRows, listedFor } from "../../db/approvals.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderApproval } from "./render-approval.ts";

export async function listApprovals(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listApprovals">,
): Promise<OutputOf<"listApprovals">> {
  const page = readPage(query);
  const filter = {
    ...listedFor(caller),
    status: query.status ?? null,
    isWaiting: query.isWaiting ?? null,
  };
  const [{ rows, totalCount }, catalog] = await Promise.all([
    deps.db.read((db) => listApprovalRows(db, filter, page)),
    deps.catalog.forCompany(caller.companyId),
  ]);
  return renderPage(
    rows.map((row) => renderApproval(catalog, row)),
    totalCount,
    page,
  );
}
