import { listConnectionRows } from "../../db/connections/connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, readSearch, renderPage } from "../page.ts";
import { buildUnknownApplication } from "../unknown-slugs.ts";
import { renderConnection } from "./render-connection.ts";

const defaultTop = 25;

export async function listConnections(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listConnections">,
): Promise<OutputOf<"listConnections">> {
  const page = readPage(query, defaultTop);
  const search = readSearch(query.search);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const { applicationSlug } = query;
  const application = applicationSlug === undefined ? null : catalog.findApplication(applicationSlug);
  if (application === undefined) {
    throw await buildUnknownApplication(deps, caller, applicationSlug ?? "");
  }
  const named = search?.toLowerCase();
  const searchApplicationIds = catalog.applications
    .filter(({ name }) => named !== undefined && name.toLowerCase().includes(named))
    .map(({ applicationId }) => applicationId);
  const filter = { applicationId: application?.applicationId ?? null, search, searchApplicationIds };
  const { rows, totalCount } = await deps.db.read((db) =>
    listConnectionRows(db, caller.accountUserId, filter, page),
  );
  return renderPage(
    rows.map((row) => renderConnection(deps, catalog, row)),
    totalCount,
    page,
  );
}
