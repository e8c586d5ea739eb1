import { listApiKeyRows } from "../../db/people/api-keys.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderApiKey } from "./render-api-key.ts";

export async function listApiKeys(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listApiKeys">,
): Promise<OutputOf<"listApiKeys">> {
  const page = readPage(query);
  const servicesOfCompanyId = caller.role === "Admin" ? caller.companyId : null;
  const owner = { accountUserId: caller.accountUserId, servicesOfCompanyId };
  const { rows, totalCount } = await deps.db.read((db) => listApiKeyRows(db, owner, page));
  return renderPage(
    rows.map((row) => renderApiKey(deps, row)),
    totalCount,
    page,
  );
}
