import type { CompanyCatalog, ToolEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { checkNarrowing } from "../../execution/check-narrowing.ts";
import { loadOwnToolset } from "../../execution/load-own.ts";
import { isCallable } from "../../execution/tool-names.ts";
import { type InputOf, Reply } from "../handler.ts";
import { joinPage, readPage, readSearch } from "../page.ts";
import { findPermission, loadNarrowedToolset } from "../permitted-tools.ts";
import { buildUnknownApplication } from "../unknown-slugs.ts";
import { renderTools } from "./render-tools.ts";
import { searchTools } from "./search-tools.ts";

type Query = InputOf<"listTools">["query"];

export async function listTools(deps: Deps, caller: Caller, { query }: InputOf<"listTools">): Promise<Reply> {
  const page = readPage(query);
  const search = readSearch(query.search);
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const shownToolset = await loadShownToolset(deps, caller, query.toolsetId ?? undefined);
  const accept = await buildFilter(deps, caller, catalog, query, shownToolset);
  const found =
    search === null
      ? filterTools(catalog, accept)
      : await searchTools(deps.rows, caller, catalog, search, accept ?? acceptAll);
  const tools = found.slice(page.offset, page.offset + page.top);
  const items = await renderTools(deps, tools, query, shownToolset);
  return new Reply(joinPage(items, found.length, page));
}

/** Tools appear as a toolset's agents see them where the query names it, or the credential is narrowed to it (decisions D65). */
const loadShownToolset = (deps: Deps, caller: Caller, toolsetId: string | undefined) =>
  toolsetId === undefined
    ? loadNarrowedToolset(deps.rows.toolsets, caller)
    : loadOwnToolset(deps, caller, toolsetId.toLowerCase());

const acceptAll = (): boolean => true;

const filterTools = (
  catalog: CompanyCatalog,
  accept: ((tool: ToolEntry) => boolean) | null,
): readonly ToolEntry[] => (accept === null ? catalog.tools : catalog.tools.filter(accept));

/** Combines the conditions of the query and the credential's narrowing in one test; null when there are none. */
async function buildFilter(
  deps: Deps,
  caller: Caller,
  catalog: CompanyCatalog,
  query: Query,
  shownToolset: ToolsetRow | null,
): Promise<((tool: ToolEntry) => boolean) | null> {
  const { applicationSlug, tag, readOnly, toolsetId, format } = query;
  const permission = await findPermission(deps.rows.toolsets, caller);
  const tests: ((tool: ToolEntry) => boolean)[] = permission === null ? [] : [permission];
  if (applicationSlug !== undefined) {
    const application = catalog.findApplication(applicationSlug);
    if (application === undefined) {
      throw await buildUnknownApplication(deps, caller, applicationSlug);
    }
    tests.push((tool) => tool.application === application);
  }
  if (tag !== undefined) {
    tests.push((tool) => tool.tags.includes(tag));
  }
  if (readOnly !== undefined) {
    tests.push((tool) => tool.isReadOnly === readOnly);
  }
  if (toolsetId != null) {
    const permitted = await loadPermittedSlugs(deps, caller, toolsetId.toLowerCase());
    tests.push((tool) => permitted.has(tool.slug));
  }
  if (format !== undefined && shownToolset !== null) {
    tests.push((tool) => isCallable(shownToolset, tool.slug));
  }
  return tests.length === 0 ? null : (tool) => tests.every((test) => test(tool));
}

async function loadPermittedSlugs(deps: Deps, caller: Caller, toolsetId: string): Promise<Set<string>> {
  const toolset = await loadOwnToolset(deps, caller, toolsetId);
  checkNarrowing(caller, toolset.toolsetId);
  return new Set(toolset.connections.flatMap((connection) => connection.toolSlugs));
}
