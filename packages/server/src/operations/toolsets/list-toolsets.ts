import type { Page, RowPage } from "../../db/page.ts";
import type { Caller } from "../../db/people/callers.ts";
import { listToolsetRows, type ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { loadNarrowedToolset } from "../permitted-tools.ts";
import { renderToolset } from "./render-toolset.ts";

export async function listToolsets(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listToolsets">,
): Promise<OutputOf<"listToolsets">> {
  const page = readPage(query);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const { rows, totalCount } =
    caller.credential.narrowing.toolsetId === null
      ? await deps.db.read((db) => listToolsetRows(db, caller.accountUserId, page))
      : await listNarrowed(deps, caller, page);
  return renderPage(
    rows.map((row) => renderToolset(catalog, caller, row)),
    totalCount,
    page,
  );
}

/** Lists only the toolset that a credential is narrowed to (decisions D13). */
async function listNarrowed(deps: Deps, caller: Caller, { offset, top }: Page): Promise<RowPage<ToolsetRow>> {
  const toolset = await loadNarrowedToolset(deps.rows.toolsets, caller);
  const rows = toolset === null ? [] : [toolset];
  return { rows: rows.slice(offset, offset + top), totalCount: rows.length };
}
