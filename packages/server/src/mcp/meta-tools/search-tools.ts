import { type CompactableDefinition, compactDefinition } from "@bowline/catalog";
import type { MetaToolInput } from "@bowline/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import type { Deps } from "../../deps.ts";
import { findPermission } from "../../operations/permitted-tools.ts";
import { searchTools as findTools } from "../../operations/tools/search-tools.ts";
import { buildUnknownApplication } from "../../operations/unknown-slugs.ts";
import type { ServedRequest } from "../served-request.ts";
import { renderJson } from "./render-json.ts";

const defaultTop = 10;

/** Finds tools that the caller may execute, best first. @throws ApiError `NOT_FOUND` for an unknown application */
export async function searchTools(
  deps: Deps,
  { caller }: ServedRequest,
  { query, applicationSlug, top = defaultTop }: MetaToolInput<"bowline_search_tools">,
): Promise<CallToolResult> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = applicationSlug === undefined ? null : catalog.findApplication(applicationSlug);
  if (application === undefined) {
    throw await buildUnknownApplication(deps, caller, applicationSlug ?? "");
  }
  const permission = await findPermission(deps.rows.toolsets, caller);
  const found = await findTools(
    deps.rows,
    caller,
    catalog,
    query,
    (tool) =>
      (application === null || tool.application === application) && (permission === null || permission(tool)),
  );
  return renderJson({
    tools: found.slice(0, top).map(renderFoundTool),
    totalCount: found.length,
    ...(found.length === 0 && { advice: adviseSearch(application !== null) }),
  });
}

const adviseSearch = (isLimited: boolean): string =>
  `Nothing was found. Use other words for what the tool does, such as "create issue"${isLimited ? ", or leave out applicationSlug" : ""}.`;

function renderFoundTool({ slug, application, summaryJson, isReadOnly }: ToolEntry): Record<string, unknown> {
  const summary: Omit<CompactableDefinition, "inputSchema"> & { name: string } = JSON.parse(summaryJson);
  const { description } = compactDefinition({ ...summary, inputSchema: {} });
  return {
    toolSlug: slug,
    name: summary.name,
    description,
    applicationSlug: application.slug,
    isReadOnly,
  };
}
