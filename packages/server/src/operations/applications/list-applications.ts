import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { joinPage, readPage, readSearch } from "../page.ts";

export async function listApplications(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listApplications">,
): Promise<Reply> {
  const page = readPage(query);
  const search = readSearch(query.search);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  if (query.isEnabled === false) {
    const hidden = catalog.hiddenApplications.filter((application) => isMatch(application, search));
    const items = hidden.slice(page.offset, page.offset + page.top).map(({ json }) => json);
    return new Reply(joinPage(items, hidden.length, page));
  }
  const found = search === null ? catalog.applications : await catalog.searchApplications(search);
  const items = found.slice(page.offset, page.offset + page.top).map((application) => application.json);
  return new Reply(joinPage(items, found.length, page));
}

/** Hidden applications are few, and no search index has them alone. */
const isMatch = ({ slug, name }: ApplicationEntry, search: string | null): boolean =>
  search === null || `${slug} ${name}`.toLowerCase().includes(search.toLowerCase());
