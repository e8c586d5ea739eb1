import type { Caller } from "../../db/callers.ts";
import { listToolsetRows } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderToolset } from "./render-toolset.ts";

export async function listToolsets(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listToolsets">,
): Promise<OutputOf<"listToolsets">> {
  const page = readPage(query);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const { rows, totalCount } = await deps.db.read((db) => listToolsetRows(db, caller.accountUserId, page));
  return renderPage(
    rows.map((row) => renderToolset(catalog, row)),
    totalCount,
    page,
  );
}
