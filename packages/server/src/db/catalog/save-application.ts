import type { CatalogApplication } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import { advisoryLocks } from "../advisory-locks.ts";
import { cleanJson } from "../clean-json.ts";
import { inTransaction } from "../in-transaction.ts";
import { lockCompany } from "../people/companies.ts";
import type { Schema } from "../schema.ts";
import { storedDefinition, writeVersioned } from "../stored-version.ts";
import { keepNames, loadEnvironments, moveEnvironments } from "./move-environments.ts";
import { publishSlugs } from "./published-slugs.ts";
import { saveAuthentications } from "./save-authentications.ts";
import { checkSlugsAreFree, type SavedTools, saveTools } from "./save-tools.ts";
import { saveToolServers } from "./tool-servers.ts";

/** Another import has taken the application's slug since this one began. */
export class ApplicationTakenError extends Error {
  override readonly name = "ApplicationTakenError";
}

/** What an import did to an application. */
export interface ImportOutcome extends SavedTools {
  /** How many connections were stopped because their environment has gone. */
  stoppedConnections: number;
}

export interface SaveOptions {
  /** The import sets a base URL, which replaces an earlier one. Default false. */
  replacesBaseUrl?: boolean;
  /** Called with the number of tools stored so far. */
  onSaved?: (count: number) => void;
}

/**
 * Adds an imported application to a company's catalog, or updates it, in one transaction (decisions D24). A company's
 * application of another kind is not updated, and neither is its MCP server, whose changes are held back (decisions D68).
 *
 * @param companyId null for a built-in application, which belongs to every company
 * @throws ApplicationTakenError, ToolSlugTakenError
 */
export async function saveApplication(
  db: Kysely<Schema>,
  companyId: number | null,
  imported: CatalogApplication,
  { replacesBaseUrl = false, onSaved = () => {} }: SaveOptions = {},
): Promise<ImportOutcome> {
  return inTransaction(db, async (transaction) => {
    // Allows one import per company at a time, because slugs are unique across all its applications.
    await (companyId === null
      ? sql`select pg_advisory_xact_lock(${advisoryLocks.saveBuiltIn})`.execute(transaction)
      : lockCompany(transaction, companyId));
    const before = replacesBaseUrl ? [] : await loadEnvironments(transaction, companyId, imported.slug);
    const environments = keepNames(before, imported.environments);
    const application = { ...imported, environments };
    const applicationId = await upsertApplication(transaction, companyId, application, replacesBaseUrl);
    await saveAuthentications(transaction, applicationId, application);
    await checkSlugsAreFree(transaction, companyId, applicationId, application.tools);
    await publishSlugs(transaction, applicationId, application.tools);
    const outcome = await saveTools(transaction, applicationId, application, onSaved);
    await saveToolServers(transaction, applicationId);
    const stoppedConnections = await moveEnvironments(transaction, applicationId, before, environments);
    return { ...outcome, stoppedConnections };
  });
}

async function upsertApplication(
  db: Kysely<Schema>,
  companyId: number | null,
  { slug, source, authentications: _, tools: __, ...definition }: CatalogApplication,
  replacesBaseUrl: boolean,
): Promise<number> {
  const { rows } = await sql<{ application_id: number }>`
    insert into application (company_id, slug, source, definition)
    values (${companyId}, ${slug}, ${source}, ${cleanJson(writeVersioned(storedDefinition, definition))})
    on conflict (coalesce(company_id, 0), slug) do update
      set source = excluded.source, definition = excluded.definition, updated_date = now(), is_absent = false,
        presentation = application.presentation - ${replacesBaseUrl ? "baseUrl" : ""}::text
      where application.company_id is null or (application.source = excluded.source and excluded.source <> 'mcp')
    returning application_id`.execute(db);
  const [row] = rows;
  if (row === undefined) {
    throw new ApplicationTakenError(`"${slug}" was imported meanwhile, by another import. Look at it first.`);
  }
  return row.application_id;
}
