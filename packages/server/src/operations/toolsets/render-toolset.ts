import type { Toolset } from "@bowline/contract";
import type { CompanyCatalog } from "../../catalog/company-catalog.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import { renderDate, renderNullableDate } from "../page.ts";

export function renderToolset(catalog: CompanyCatalog, row: ToolsetRow): Toolset {
  return {
    toolsetId: row.toolsetId,
    name: row.name,
    connections: row.connections.map(({ connectionId, applicationSlug, toolSlugs }) => ({
      connectionId,
      applicationSlug,
      toolSlugs,
      applicationName: catalog.findApplication(applicationSlug)?.name ?? applicationSlug,
    })),
    workflows: row.workflows,
    createdDate: renderDate(row.createdDate),
    updatedDate: renderNullableDate(row.updatedDate),
    createdByAccountUserId: row.createdByAccountUserId,
    updatedByAccountUserId: row.updatedByAccountUserId,
  };
}
