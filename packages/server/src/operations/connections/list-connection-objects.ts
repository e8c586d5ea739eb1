import { listObjectRows } from "../../db/connections/connection-objects.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, readSearch, renderPage } from "../page.ts";

export async function listConnectionObjects(
  deps: Deps,
  _caller: Caller,
  { resource: { connectionId }, query }: InputOf<"listConnectionObjects">,
): Promise<OutputOf<"listConnectionObjects">> {
  const page = readPage(query);
  const filter = { search: readSearch(query.search), kind: query.kind ?? null };
  const { rows, totalCount } = await deps.db.read((db) => listObjectRows(db, connectionId, filter, page));
  return renderPage(rows, totalCount, page);
}
