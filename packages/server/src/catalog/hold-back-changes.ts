import { buildMcpTools, type CatalogTool, type McpServerDescription, mapInTurns } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { listKeptTools, storeChanges } from "../db/catalog/application-changes.ts";
import { lockAsked } from "../db/catalog/lock-asked.ts";
import { listPinnedTools, updateEra } from "../db/catalog/pinned-tools.ts";
import { loadPublishedSlugs } from "../db/catalog/published-slugs.ts";
import { saveFirstTools, saveSomeTools, type ToolChange } from "../db/catalog/save-tools.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { lockCompany } from "../db/people/companies.ts";
import type { Schema } from "../db/schema.ts";
import type { ApplicationEntry } from "./company-catalog.ts";
import { findChanges, findConvertedAnew } from "./find-changes.ts";

/** The result of listing a known server's tools again. */
export interface ListingResult {
  /** How many tools were stored, if the application had none. */
  added: number;
  /** How many tools are declared as before, and were stored anew because an earlier version read their declaration otherwise. */
  changed: number;
  /** How many changes wait for an Admin. */
  waiting: number;
  skipped: { operation: string; reason: string }[];
  /** What was stored or waits, by tool. */
  changes: ToolChange[];
}

/** What was listed, and over which connection. */
export interface Listing {
  server: McpServerDescription;
  /**
   * Whether the listing holds for the application. False: a Member's own values say which server or which part of it was asked, so that
   * it adds no tools, and says nothing of how the server is called.
   */
  isTrusted: boolean;
}

/**
 * Compares the tools that an MCP server declares now with the pinned ones, and holds back differences until an Admin accepts them
 * (decisions D68). An application that never had tools stores them all, since they could not be listed at its import. A tool whose
 * declaration is the pinned one is converted anew.
 *
 * @param repair replaces the unusable parts of a tool
 * @throws ApplicationMovedError, ToolSlugTakenError
 */
export async function holdBackChanges(
  db: Kysely<Schema>,
  companyId: number,
  application: ApplicationEntry,
  { server, isTrusted }: Listing,
  repair: (tool: CatalogTool) => CatalogTool,
): Promise<ListingResult> {
  const { slug, applicationId, record } = application;
  const { tools: built, skipped } = await buildMcpTools({
    slug,
    server,
    requiresConnection: record.requiresConnection,
    publishedSlugs: await loadPublishedSlugs(db, companyId, slug),
    keptKeys: await listKeptTools(db, applicationId),
  });
  const tools = await mapInTurns(built, repair);
  const known = await listPinnedTools(db, applicationId);
  const isEmpty = known.length === 0;
  if (isEmpty && isTrusted && (await saveFirstTools(db, companyId, application, tools))) {
    const changes = tools.map((tool): ToolChange => ({ toolSlug: tool.slug, kind: "added" }));
    return { added: tools.length, changed: 0, waiting: 0, skipped, changes };
  }
  // Another listing may have been the first one.
  const pinned = isEmpty ? await listPinnedTools(db, applicationId) : known;
  if (isTrusted) {
    await inTransaction(db, async (transaction) => {
      await lockAsked(transaction, application);
      await updateEra(transaction, applicationId, server.era);
    });
  }
  // A tool that is stored anew is called as the listing server is.
  const isOutdated = isTrusted && findConvertedAnew(pinned, tools).length > 0;
  const anew = isOutdated ? await storeConvertedAnew(db, companyId, application, tools) : [];
  const { found, waiting } = await storeChanges(db, application, (now) =>
    findChanges(now, tools, server.isCut),
  );
  const changes = [
    ...anew.map(({ slug: toolSlug }): ToolChange => ({ toolSlug, kind: "changed" })),
    ...found.map(({ toolSlug, kind }) => ({ toolSlug, kind })),
  ];
  return { added: 0, changed: anew.length, waiting, skipped, changes };
}

/** Reads the pins again under the lock: an Admin may have accepted another declaration since the server was asked. */
function storeConvertedAnew(
  db: Kysely<Schema>,
  companyId: number,
  application: ApplicationEntry,
  tools: readonly CatalogTool[],
): Promise<CatalogTool[]> {
  return inTransaction(db, async (transaction) => {
    await lockCompany(transaction, companyId);
    await lockAsked(transaction, application);
    const pinned = await listPinnedTools(transaction, application.applicationId);
    const anew = findConvertedAnew(pinned, tools);
    if (anew.length > 0) {
      await saveSomeTools(transaction, companyId, application, anew);
    }
    return anew;
  });
}
