import {
  DescriptionError,
  ImportsBusyError,
  importGraphqlInWorker,
  importOpenApiInWorker,
  type OpenApiImportInput,
  type OpenApiImportResult,
  type WorkerOptions,
} from "@bowline/catalog";
import type { ImportResult } from "@bowline/contract";
import type { Kysely } from "kysely";
import { ApiError, invalidField } from "../../api-error.ts";
import { loadApplicationEntry } from "../../catalog/load-parts.ts";
import { type ApplicationBefore, countStoppedConnections } from "../../connections/count-stopped.ts";
import type { Caller } from "../../db/callers.ts";
import { type ImportOutcome, saveApplication } from "../../db/import-application.ts";
import { loadPublishedSlugs } from "../../db/published-slugs.ts";
import type { Schema } from "../../db/schema.ts";
import { isUnstorableText } from "../../db/sql-state.ts";
import { loadToolServers } from "../../db/tool-servers.ts";
import type { Deps } from "../../deps.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import type { InputOf } from "../handler.ts";
import { chooseSource, type DescriptionSource } from "./check-import.ts";
import { fetchDescription } from "./fetch-description.ts";
import { importMcp } from "./import-mcp.ts";
import { importSql } from "./import-sql.ts";
import { loadGraphqlSchema } from "./load-graphql-schema.ts";
import { storeImport } from "./store-import.ts";

type Body = InputOf<"importApplication">["body"];

/** Runs an import that was checked. With `dryRun` nothing is stored. */
export async function runImport(
  deps: Deps,
  caller: Caller,
  { body, documentText }: Pick<InputOf<"importApplication">, "body" | "documentText">,
  note: NoteProgress = () => {},
): Promise<ImportResult> {
  note({ phase: "fetching", done: 0, total: null });
  if (body.source === "mcp") {
    return importMcp(deps, caller, body, note);
  }
  if (body.source === "sql") {
    return importSql(deps, caller, body);
  }
  const source = chooseSource(body);
  const publishedSlugs = await loadPublishedSlugs(deps.db.kysely, caller.companyId, body.slug);
  const shared: SharedInput = {
    slug: body.slug,
    publishedSlugs,
    ...(body.name != null && { name: body.name }),
    ...(body.overridableFields != null && { overridableFields: body.overridableFields }),
    ...(body.provider != null && { provider: body.provider }),
    ...(body.securitySchemes != null && { securitySchemes: body.securitySchemes }),
  };
  const imported =
    body.source === "graphql"
      ? await readGraphql(deps, source, body, shared, note)
      : await readOpenApi(deps, source, body, documentText ?? null, shared, note);
  const before = await readBefore(deps, caller, body.slug);
  const { changes, stoppedConnections, ...counts } = await save(
    deps,
    caller,
    source,
    imported,
    body,
    before,
    note,
  );
  const toolCount = imported.application.tools.length;
  const isDryRun = body.dryRun === true;
  deps.log.info(
    { application: body.slug, toolCount, skipped: imported.skipped.length, isDryRun },
    "imported",
  );
  return {
    applicationSlug: body.slug,
    toolCount,
    ...counts,
    stoppedConnections,
    skipped: imported.skipped,
    warnings: imported.warnings,
    ...(isDryRun && { changes }),
  };
}

type SharedInput = Pick<
  OpenApiImportInput,
  "slug" | "publishedSlugs" | "name" | "overridableFields" | "provider" | "securitySchemes"
>;

async function readOpenApi(
  deps: Deps,
  source: DescriptionSource,
  body: Body,
  documentText: string | null,
  shared: SharedInput,
  note: NoteProgress,
): Promise<OpenApiImportResult> {
  const description = await loadDescription(deps, source, body, documentText);
  const input = { ...shared, ...description, ...(body.baseUrl != null && { baseUrl: body.baseUrl }) };
  return readDescription(deps, source, () => importOpenApiInWorker(input, noteBuilding(note)));
}

async function readGraphql(
  deps: Deps,
  source: DescriptionSource,
  body: Body,
  shared: SharedInput,
  note: NoteProgress,
): Promise<OpenApiImportResult> {
  const description = await loadGraphqlSchema(deps.egress, body, deps.config.importBytes);
  return readDescription(deps, source, () =>
    importGraphqlInWorker({ ...shared, ...description }, noteBuilding(note)),
  );
}

/** The worker says how many tools it has built. Until then it reads the description. */
function noteBuilding(note: NoteProgress): WorkerOptions {
  note({ phase: "reading", done: 0, total: null });
  return { onBuilt: (done, total) => note({ phase: "building", done, total }) };
}

async function readBefore(deps: Deps, caller: Caller, slug: string): Promise<ApplicationBefore | null> {
  const application = (await deps.catalog.forCompany(caller.companyId)).findEvenDisabled(slug);
  return application === undefined
    ? null
    : { ...application, toolServers: await loadToolServers(deps.db.kysely, application.applicationId) };
}

async function loadDescription(
  deps: Deps,
  source: DescriptionSource,
  body: Body,
  documentText: string | null,
): Promise<Pick<OpenApiImportInput, "document" | "text" | "documentUrl">> {
  if (source === "document") {
    return documentText === null ? { document: body.document } : { text: documentText };
  }
  return source === "text"
    ? { text: body.text ?? "" }
    : fetchDescription(deps.egress, body.url ?? "", deps.config.importBytes);
}

/** Reads a description. An unexpected error of the importer counts as a fault of the document. */
async function readDescription(
  deps: Deps,
  source: DescriptionSource,
  run: () => Promise<OpenApiImportResult>,
): Promise<OpenApiImportResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ImportsBusyError) {
      throw new ApiError("INTERNAL_ERROR", error.message);
    }
    if (error instanceof DescriptionError) {
      throw invalidField(source, error.message);
    }
    if (error instanceof TypeError || error instanceof RangeError) {
      deps.log.error({ err: error }, "a description could not be read for a reason nobody foresaw");
      throw invalidField(source, "The document is malformed and could not be read.");
    }
    throw error;
  }
}

interface Saved extends ImportOutcome {
  stoppedConnections: number;
}

/** Stores the application, or with `dryRun` finds out what that would change. */
async function save(
  deps: Deps,
  caller: Caller,
  source: DescriptionSource,
  { application }: OpenApiImportResult,
  body: Body,
  before: ApplicationBefore | null,
  note: NoteProgress,
): Promise<Saved> {
  const total = application.tools.length;
  const options = {
    replacesBaseUrl: body.baseUrl != null,
    onSaved: (done: number) => note({ phase: "storing", done, total }),
  };
  options.onSaved(0);
  const saveAndCount = async (db: Kysely<Schema>): Promise<Saved> => {
    const outcome = await saveApplication(db, caller.companyId, application, options);
    const after = before && (await loadApplicationEntry(db, before.applicationId));
    return { ...outcome, stoppedConnections: after ? await countStoppedConnections(db, before, after) : 0 };
  };
  try {
    return await storeImport(deps, caller.companyId, body.dryRun === true, saveAndCount);
  } catch (error) {
    if (isUnstorableText(error)) {
      throw invalidField(source, "Holds the character NUL or half a surrogate pair, which cannot be stored.");
    }
    throw error;
  }
}
