import type { Toolset, ToolsetSettings } from "@bowline/contract";
import type { CompanyCatalog } from "../../catalog/company-catalog.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import { readSettings } from "../../execution/toolset-settings.ts";
import { renderDate, renderNullableDate } from "../page.ts";

/** Renders a toolset. A credential narrowed to it is an agent's, which does not see the presets (decisions D65). */
export function renderToolset(catalog: CompanyCatalog, caller: Caller, row: ToolsetRow): Toolset {
  const settings = readSettings(row);
  const isAgent = caller.credential.narrowing.toolsetId !== null;
  return {
    toolsetId: row.toolsetId,
    name: row.name,
    connections: row.connections.map(({ connectionId, applicationSlug, toolSlugs }) => ({
      connectionId,
      applicationSlug,
      toolSlugs,
      applicationName: nameApplication(catalog, applicationSlug),
    })),
    workflows: row.workflows,
    createdDate: renderDate(row.createdDate),
    updatedDate: renderNullableDate(row.updatedDate),
    createdByAccountUserId: row.createdByAccountUserId,
    updatedByAccountUserId: row.updatedByAccountUserId,
    settings: isAgent ? { ...settings, tools: withoutPresets(settings.tools) } : settings,
  };
}

/** The name of an application, also when the company has hidden it; its slug when this server does not offer it. */
export const nameApplication = (catalog: CompanyCatalog, slug: string): string =>
  catalog.findEvenHidden(slug)?.name ?? slug;

const withoutPresets = (tools: ToolsetSettings["tools"]): ToolsetSettings["tools"] =>
  Object.fromEntries(Object.entries(tools).map(([slug, { presets: _, ...shown }]) => [slug, shown]));
