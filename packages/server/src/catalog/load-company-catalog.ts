import type { Application } from "@bowline/contract";
import type { Kysely } from "kysely";
import {
  type ApplicationRow,
  type AuthenticationRow,
  listApplicationRows,
  listAuthenticationRows,
  listToolRows,
  listToolSearchRows,
  type ToolRow,
} from "../db/catalog-rows.ts";
import type { Schema } from "../db/schema.ts";
import { applyBaseUrl } from "./apply-base-url.ts";
import {
  type ApplicationEntry,
  buildCompanyCatalog,
  type CompanyCatalog,
  type ToolEntry,
} from "./company-catalog.ts";

/** Reads what a company sees of the catalog. */
export async function loadCompanyCatalog(db: Kysely<Schema>, companyId: number): Promise<CompanyCatalog> {
  const applicationRows = await listApplicationRows(db, companyId);
  const applicationIds = applicationRows.map((row) => row.application_id);
  const [authenticationRows, toolRows] = await Promise.all([
    listAuthenticationRows(db, applicationIds),
    listToolRows(db, applicationIds),
  ]);
  const methodsByApplication = Map.groupBy(authenticationRows, (row) => row.application_id);
  const toolCounts = countByApplication(toolRows);
  const applications = applicationRows.map((row) =>
    buildApplicationEntry(
      row,
      methodsByApplication.get(row.application_id) ?? [],
      toolCounts.get(row.application_id) ?? 0,
    ),
  );
  const applicationById = new Map(applications.map((entry) => [entry.applicationId, entry]));
  const tools: ToolEntry[] = [];
  for (const row of toolRows) {
    const application = applicationById.get(row.application_id);
    if (application !== undefined) {
      tools.push(buildToolEntry(row, application));
    }
  }
  return buildCompanyCatalog(applications, tools, () => listToolSearchRows(db, applicationIds));
}

function countByApplication(rows: readonly ToolRow[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    counts.set(row.application_id, (counts.get(row.application_id) ?? 0) + 1);
  }
  return counts;
}

function buildApplicationEntry(
  row: ApplicationRow,
  methods: readonly AuthenticationRow[],
  toolCount: number,
): ApplicationEntry {
  const { environments: stated, manifest = {}, ...described } = row.definition;
  const shown = { ...described, ...row.presentation };
  const methodsOfRow = methods.map((method) => ({
    ...method.definition,
    authenticationId: method.authentication_id,
  }));
  const { environments, authentications, needsNoConnection } = applyBaseUrl(
    stated,
    methodsOfRow,
    row.presentation.baseUrl,
  );
  const record: Application = {
    slug: row.slug,
    name: shown.name,
    description: shown.description,
    categories: shown.categories,
    iconUrl: shown.iconUrl,
    websiteUrl: shown.websiteUrl,
    source: row.source,
    requiresConnection: shown.requiresConnection && !needsNoConnection,
    toolCount,
    authentications: authentications.map((method) => ({
      authenticationId: method.authenticationId,
      type: method.type,
      name: method.name,
      description: method.description,
      environments: environments.map((environment) => environment.name),
      scopes: method.scopes,
      fields: method.fields,
    })),
  };
  return {
    applicationId: row.application_id,
    companyId: row.company_id,
    slug: row.slug,
    name: shown.name,
    environments,
    authentications,
    manifest,
    record,
    json: JSON.stringify(record),
  };
}

/** The stored summary lacks what an Admin may change: the application's name, and whether its address is known. */
function buildToolEntry(row: ToolRow, application: ApplicationEntry): ToolEntry {
  const summary = JSON.parse(row.summary);
  summary.requiresConnection &&= application.record.requiresConnection;
  return {
    toolId: row.tool_id,
    application,
    slug: row.slug,
    operation: row.operation,
    isReadOnly: summary.annotations.readOnlyHint,
    isIdempotent: summary.annotations.idempotentHint,
    requiresConnection: summary.requiresConnection,
    contextType: summary.contextType,
    resultsPath: summary.resultsPath,
    tags: summary.tags,
    summaryJson: JSON.stringify({ ...summary, applicationName: application.name }),
  };
}
