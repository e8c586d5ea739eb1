import type { CatalogTool } from "@bowline/catalog";
import type { Application, ToolSummary } from "@bowline/contract";
import type { ToolRow } from "../db/catalog/catalog-rows.ts";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";

type StoredSummary = Omit<ToolSummary, "applicationName" | "isFeatured"> & Pick<CatalogTool, "isFeatured">;

/** Builds the cached entry of a tool. Adds to the stored summary what an Admin may change: the application's name and address. */
export function buildToolEntry(row: ToolRow, application: ApplicationEntry): ToolEntry {
  const stored: StoredSummary = JSON.parse(row.summary);
  const summary = renderSummary(stored, application.record);
  return {
    toolId: row.tool_id,
    application,
    slug: row.slug,
    operation: row.operation,
    isReadOnly: summary.annotations.readOnlyHint,
    isDestructive: summary.annotations.destructiveHint,
    isIdempotent: summary.annotations.idempotentHint,
    requiresConnection: summary.requiresConnection,
    contextType: summary.contextType,
    resultsPath: summary.resultsPath,
    tags: summary.tags,
    isFeatured: stored.isFeatured === true,
    isDeprecated: summary.isDeprecated,
    summaryJson: JSON.stringify(summary),
  };
}

/** Lists the public members of a tool one by one, so that no other member of a stored row is ever returned. */
const renderSummary = (stored: StoredSummary, application: Application): ToolSummary => ({
  slug: stored.slug,
  name: stored.name,
  description: stored.description,
  applicationSlug: stored.applicationSlug,
  applicationName: application.name,
  annotations: {
    readOnlyHint: stored.annotations.readOnlyHint,
    destructiveHint: stored.annotations.destructiveHint,
    idempotentHint: stored.annotations.idempotentHint,
    openWorldHint: stored.annotations.openWorldHint,
  },
  scopes: stored.scopes,
  tags: stored.tags,
  contextType: stored.contextType,
  resultsPath: stored.resultsPath,
  requiresConnection: stored.requiresConnection && application.requiresConnection,
  isDeprecated: stored.isDeprecated,
  ...(stored.isFeatured === true && { isFeatured: true }),
});
