import type { Caller } from "../../db/callers.ts";
import { listObjectRows } from "../../db/connection-objects.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, readSearch, renderPage } from "../page.ts";

export async function listConnectionObjects(
  deps: Deps,
  _caller: Caller,
  { resource: { connectionId }, query }: InputOf<"listConnectionObjects">,
): Promise<OutputOf<"listConnectionObjects">> {
  const page = readPage(query);
  const { rows, totalCount } = await listObjectRows(
    deps.db.kysely,
    connectionId,
    { search: readSearch(query.search), kind: query.kind ?? null },
    page,
  );
  return renderPage(rows, totalCount, page);
}
