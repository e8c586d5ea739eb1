import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { joinPage, readPage, readSearch } from "../page.ts";
import { renderApplications } from "./render-applications.ts";

export async function listApplications(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listApplications">,
): Promise<Reply> {
  const page = readPage(query);
  const search = readSearch(query.search);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const found =
    query.isEnabled === false
      ? catalog.hiddenApplications.filter((application) => isMatch(application, search))
      : search === null
        ? catalog.applications
        : await catalog.searchApplications(search);
  const shown = found.slice(page.offset, page.offset + page.top);
  const items = await renderApplications(deps, caller.companyId, shown);
  return new Reply(joinPage(items, found.length, page));
}

/** Hidden applications are few, and no search index has them alone. */
const isMatch = ({ slug, name }: ApplicationEntry, search: string | null): boolean =>
  search === null || `${slug} ${name}`.toLowerCase().includes(search.toLowerCase());
