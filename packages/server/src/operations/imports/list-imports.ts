import { listImportRows } from "../../db/catalog/imports.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderImport } from "./render-import.ts";

export async function listImports(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listImports">,
): Promise<OutputOf<"listImports">> {
  const page = readPage(query);
  const { rows, totalCount } = await deps.db.read((db) => listImportRows(db, caller.accountUserId, page));
  return renderPage(rows.map(renderImport), totalCount, page);
}
