import { listServiceClients } from "../../db/authorization/registered-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderClient } from "./render-client.ts";

export async function listClients(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listClients">,
): Promise<OutputOf<"listClients">> {
  const page = readPage(query);
  const { rows, totalCount } = await deps.db.read((db) => listServiceClients(db, caller.companyId, page));
  return renderPage(rows.map(renderClient), totalCount, page);
}
