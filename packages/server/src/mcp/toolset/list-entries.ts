import type { CompanyCatalog, ToolEntry } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import { isCallable } from "../../execution/tool-names.ts";

/**
 * Lists the tools of a toolset that this caller may execute, by slug. Tools that are no longer in the catalog are left out, and so is one
 * that cannot be called.
 */
export function listEntries(catalog: CompanyCatalog, caller: Caller, toolset: ToolsetRow): ToolEntry[] {
  const slugs = new Set(toolset.connections.flatMap(({ toolSlugs }) => toolSlugs));
  return [...slugs]
    .sort()
    .flatMap((slug) => catalog.findTool(slug) ?? [])
    .filter((tool) => mayExecute(caller, tool) && isCallable(toolset, tool.slug));
}

/** Finds a tool of a toolset by its slug; undefined: the toolset does not have it, or the caller may not execute it. */
export function findEntry(
  catalog: CompanyCatalog,
  caller: Caller,
  toolset: ToolsetRow,
  slug: string,
): ToolEntry | undefined {
  const isIncluded = toolset.connections.some(({ toolSlugs }) => toolSlugs.includes(slug));
  const tool = isIncluded ? catalog.findTool(slug) : undefined;
  return tool !== undefined && mayExecute(caller, tool) ? tool : undefined;
}

const mayExecute = ({ credential }: Caller, tool: ToolEntry): boolean =>
  tool.isReadOnly || !credential.narrowing.isReadOnly;
