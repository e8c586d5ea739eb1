import type { GrantRecord } from "@bowline/contract";
import { type GrantRow, listGrants as listGrantRows } from "../../db/authorization/oauth-grants.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderDate, renderNullableDate, renderPage } from "../page.ts";

export async function listGrants(
  deps: Deps,
  { accountUserId, companyId, role }: Caller,
  { query }: InputOf<"listGrants">,
): Promise<OutputOf<"listGrants">> {
  const page = readPage(query);
  const owner = role === "Admin" ? { companyId } : { accountUserId };
  const { rows, totalCount } = await deps.db.read((db) => listGrantRows(db, owner, page));
  return renderPage(
    rows.map((row) => renderGrant(deps, row)),
    totalCount,
    page,
  );
}

const renderGrant = ({ lastUsed }: Pick<Deps, "lastUsed">, row: GrantRow): GrantRecord => ({
  grantId: row.grantId,
  clientId: row.clientId,
  clientName: row.clientName,
  accountUserId: row.accountUserId,
  resource: row.resource,
  scopes: row.scopes,
  toolsetId: row.toolsetId,
  readOnly: row.isReadOnly,
  createdDate: renderDate(row.createdDate),
  expiresDate: renderDate(row.expiresDate),
  lastUsedDate: renderNullableDate(lastUsed.ofGrant(row.jti) ?? row.lastUsedDate),
});
