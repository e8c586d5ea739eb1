import { listChangeRows } from "../../db/catalog/application-changes.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderDate, renderPage } from "../page.ts";

export async function listApplicationChanges(
  deps: Deps,
  _caller: Caller,
  { resource: { applicationId }, query }: InputOf<"listApplicationChanges">,
): Promise<OutputOf<"listApplicationChanges">> {
  const page = readPage(query);
  const { rows, totalCount } = await deps.db.read((db) => listChangeRows(db, applicationId, page));
  const items = rows.map(({ before, after, foundDate, ...row }) => ({
    ...row,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
    foundDate: renderDate(foundDate),
  }));
  return renderPage(items, totalCount, page);
}
