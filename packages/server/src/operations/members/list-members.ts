import type { Caller } from "../../db/people/callers.ts";
import { listMemberRows } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, readSearch, renderPage } from "../page.ts";
import { renderMember } from "./render-member.ts";

export async function listMembers(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listMembers">,
): Promise<OutputOf<"listMembers">> {
  const page = readPage(query);
  const filter = { search: readSearch(query.search), email: readSearch(query.email) };
  const { rows, totalCount } = await deps.db.read((db) => listMemberRows(db, caller.companyId, filter, page));
  return renderPage(rows.map(renderMember), totalCount, page);
}
