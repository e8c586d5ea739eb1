import { buildMcpTools, type CatalogTool, type McpServerDescription, mapInTurns } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { storeChanges } from "../db/application-changes.ts";
import { saveFirstTools, type ToolChange } from "../db/import-application.ts";
import { listPinnedTools, updateEra } from "../db/pinned-tools.ts";
import { loadPublishedSlugs } from "../db/published-slugs.ts";
import type { Schema } from "../db/schema.ts";
import type { ApplicationEntry } from "./company-catalog.ts";
import { findChanges } from "./find-changes.ts";

/** The result of listing a known server's tools again. */
export interface ListingResult {
  /** How many tools were stored, if the application had none. */
  added: number;
  /** How many changes wait for an Admin. */
  waiting: number;
  skipped: { operation: string; reason: string }[];
  /** What was stored or waits, by tool. */
  changes: ToolChange[];
}

/**
 * Compares the tools that an MCP server declares now with the pinned ones, and holds back differences until an Admin accepts them
 * (decisions D68). An application without tools stores them all, since they could not be listed at its import.
 *
 * @param repair replaces the unusable parts of a tool
 * @throws ToolSlugTakenError
 */
export async function holdBackChanges(
  db: Kysely<Schema>,
  companyId: number,
  application: ApplicationEntry,
  server: McpServerDescription,
  repair: (tool: CatalogTool) => CatalogTool,
): Promise<ListingResult> {
  const { slug, applicationId, record } = application;
  const publishedSlugs = await loadPublishedSlugs(db, companyId, slug);
  const { requiresConnection } = record;
  const { tools: built, skipped } = await buildMcpTools({ slug, server, requiresConnection, publishedSlugs });
  const tools = await mapInTurns(built, repair);
  const pinned = await listPinnedTools(db, applicationId);
  if (pinned.length === 0) {
    await saveFirstTools(db, companyId, application, tools);
    const changes = tools.map((tool): ToolChange => ({ toolSlug: tool.slug, kind: "added" }));
    return { added: tools.length, waiting: 0, skipped, changes };
  }
  await updateEra(db, applicationId, server.era);
  const found = findChanges(pinned, tools);
  const changes = found.map(({ toolSlug, kind }) => ({ toolSlug, kind }));
  return { added: 0, waiting: await storeChanges(db, applicationId, found), skipped, changes };
}
