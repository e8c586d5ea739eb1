import {
  type CatalogAuthentication,
  moveServer,
  type ToolBinding,
  type ToolManifest,
} from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { ApplicationDefinition, ApplicationPresentation, Schema } from "../schema.ts";
import { readVersioned, storedBinding, storedDefinition } from "../stored-version.ts";
import { isMoved } from "./tool-servers.ts";

export interface ApplicationRow {
  application_id: number;
  company_id: number | null;
  slug: string;
  source: Schema["application"]["source"];
  definition: ApplicationDefinition;
  presentation: ApplicationPresentation;
}

export interface ApplicationRevision extends Pick<ApplicationRow, "slug" | "source"> {
  applicationId: number;
  revision: number;
}

/** Loads a company's applications (null: the built-in ones) with the number of their changes, by id. */
export async function listApplicationRevisions(
  db: Kysely<Schema>,
  companyId: number | null,
): Promise<ApplicationRevision[]> {
  return db
    .selectFrom("application")
    .select(["application_id as applicationId", "slug", "source", "revision"])
    .where("company_id", companyId === null ? "is" : "=", companyId)
    .where("is_absent", "=", false)
    .orderBy("application_id")
    .execute();
}

/** Loads some applications, unordered. */
export async function listApplicationRows(
  db: Kysely<Schema>,
  applicationIds: readonly number[],
): Promise<ApplicationRow[]> {
  if (applicationIds.length === 0) {
    return [];
  }
  const rows = await db
    .selectFrom("application")
    .select(["application_id", "company_id", "slug", "source", "definition", "presentation"])
    .where("application_id", "in", applicationIds)
    .execute();
  return rows.map((row) => ({
    ...row,
    definition: readVersioned<ApplicationDefinition>(storedDefinition, row.definition, row.application_id),
  }));
}

export interface AuthenticationRow {
  authentication_id: number;
  application_id: number;
  definition: CatalogAuthentication;
}

/** Loads the methods that some applications offer, in the order of the descriptions. */
export async function listAuthenticationRows(
  db: Kysely<Schema>,
  applicationIds: readonly number[],
): Promise<AuthenticationRow[]> {
  if (applicationIds.length === 0) {
    return [];
  }
  return db
    .selectFrom("authentication_method")
    .select(["authentication_id", "application_id", "definition"])
    .where("application_id", "in", applicationIds)
    .where("is_removed", "=", false)
    .orderBy("application_id")
    .orderBy("position")
    .execute();
}

export interface ToolRow {
  tool_id: number;
  application_id: number;
  slug: string;
  operation: string;
  summary: string;
}

/** Loads the tools of some applications without schemas and bindings, unordered. */
export async function listToolRows(
  db: Kysely<Schema>,
  applicationIds: readonly number[],
): Promise<ToolRow[]> {
  if (applicationIds.length === 0) {
    return [];
  }
  return db
    .selectFrom("tool")
    .select(["tool_id", "application_id", "slug", "operation", "summary"])
    .where("application_id", "in", applicationIds)
    .execute();
}

/** Loads the texts that a search reads besides a tool's summary, by `tool_id`. */
export async function listToolSearchRows(
  db: Kysely<Schema>,
  applicationIds: readonly number[],
): Promise<Map<number, { parameters: string[]; method: string; path: string }>> {
  if (applicationIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom("tool")
    .select(["tool_id", "parameters", "path"])
    .select(sql<string | null>`case when path <> '' then binding::json ->> 'method' end`.as("method"))
    .where("application_id", "in", applicationIds)
    .execute();
  return new Map(
    rows.map(({ tool_id: toolId, parameters, path, method }) => [
      toolId,
      { parameters, method: method ?? "", path },
    ]),
  );
}

export interface ToolSchemasRow {
  tool_id: number;
  input_schema: string;
  output_schema: string;
}

/** Loads the schemas of some tools as JSON text, unordered. */
export async function listToolSchemaRows(
  db: Kysely<Schema>,
  toolIds: readonly number[],
): Promise<ToolSchemasRow[]> {
  if (toolIds.length === 0) {
    return [];
  }
  return db
    .selectFrom("tool")
    .select(["tool_id", "input_schema", "output_schema"])
    .where("tool_id", "in", toolIds)
    .execute();
}

/** Loads the input schemas alone: those of outputs are often longer. */
export async function listInputSchemaRows(
  db: Kysely<Schema>,
  toolIds: readonly number[],
): Promise<Omit<ToolSchemasRow, "output_schema">[]> {
  if (toolIds.length === 0) {
    return [];
  }
  return db.selectFrom("tool").select(["tool_id", "input_schema"]).where("tool_id", "in", toolIds).execute();
}

export interface ToolBindingRow {
  /** Both schemas are JSON text. */
  inputSchema: string;
  outputSchema: string;
  binding: ToolBinding;
  manifest: ToolManifest | null;
}

/** Loads the data needed to run a tool; null when the tool does not exist. */
export async function loadToolBinding(db: Kysely<Schema>, toolId: number): Promise<ToolBindingRow | null> {
  const row = await db
    .selectFrom("tool")
    .innerJoin("application", "application.application_id", "tool.application_id")
    .select(["input_schema", "output_schema", "binding", "definition", "presentation"])
    .select(["application.application_id", isMoved.as("is_moved")])
    .where("tool_id", "=", toolId)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { manifest = null, ...stated } = readVersioned<ToolBinding & { manifest?: ToolManifest }>(
    storedBinding,
    JSON.parse(row.binding),
    toolId,
  );
  const binding = row.is_moved ? moveBinding(stated, row) : stated;
  return { inputSchema: row.input_schema, outputSchema: row.output_schema, binding, manifest };
}

/** A built-in application at the operator's server takes the servers of its tools along. */
function moveBinding(
  binding: ToolBinding,
  row: Pick<ApplicationRow, "application_id" | "definition" | "presentation">,
): ToolBinding {
  const { baseUrl } = row.presentation;
  if (binding.kind !== "http" || binding.serverUrl === null || baseUrl === undefined) {
    return binding;
  }
  const { environments } = readVersioned<ApplicationDefinition>(
    storedDefinition,
    row.definition,
    row.application_id,
  );
  return { ...binding, serverUrl: moveServer(binding.serverUrl, environments, baseUrl) };
}
