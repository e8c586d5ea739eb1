import {
  DescriptionError,
  ImportsBusyError,
  importGraphqlInWorker,
  importOpenApiInWorker,
  loadProviders,
  type OpenApiImportInput,
  type OpenApiImportResult,
  type WorkerOptions,
} from "@bowline/catalog";
import type { Application, ImportResult } from "@bowline/contract";
import type { Kysely } from "kysely";
import { ApiError, invalid, invalidField } from "../../api-error.ts";
import { loadApplicationEntry } from "../../catalog/load-parts.ts";
import { type ApplicationBefore, countStoppedConnections } from "../../connections/count-stopped.ts";
import type { Caller } from "../../db/callers.ts";
import { type ImportOutcome, saveApplication } from "../../db/import-application.ts";
import { inDryRun } from "../../db/in-dry-run.ts";
import { loadPublishedSlugs, ToolSlugTakenError } from "../../db/published-slugs.ts";
import type { Schema } from "../../db/schema.ts";
import { isUnstorableText } from "../../db/sql-state.ts";
import { loadToolServers } from "../../db/tool-servers.ts";
import type { Deps } from "../../deps.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import type { InputOf } from "../handler.ts";
import { fetchDescription } from "./fetch-description.ts";
import { importMcp, readServerUrl } from "./import-mcp.ts";
import { importSql } from "./import-sql.ts";
import { loadGraphqlSchema } from "./load-graphql-schema.ts";

type Body = InputOf<"importApplication">["body"];
type Source = "document" | "text" | "url" | "schema";

/** Checks what can be checked without reading the description. @throws ApiError `VALIDATION_ERROR`, `CONFLICT` */
export async function checkImport(deps: Deps, caller: Caller, body: Body): Promise<void> {
  if (body.source === "mcp") {
    readServerUrl(body);
  } else if (body.source !== "sql") {
    if (body.dialect != null) {
      throw invalidField("dialect", "Belongs to a database, not to an OpenAPI document.");
    }
    chooseAnySource(body);
    await checkProvider(body.provider);
  }
  await checkNotBuiltIn(deps, caller, body.slug);
  if (body.source === "openapi" || body.source === "graphql") {
    await checkSameSource(deps, caller, body.slug, body.source);
  }
}

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
  const source = chooseAnySource(body);
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
  source: Source,
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
  source: Source,
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

const chooseAnySource = (body: Body): Source =>
  body.source === "graphql" ? chooseSchemaSource(body) : chooseSource(body);

const chooseSchemaSource = ({ schema }: Body): Source => (schema == null ? "url" : "schema");

async function readBefore(deps: Deps, caller: Caller, slug: string): Promise<ApplicationBefore | null> {
  const application = (await deps.catalog.forCompany(caller.companyId)).findEvenDisabled(slug);
  return application === undefined
    ? null
    : { ...application, toolServers: await loadToolServers(deps.db.kysely, application.applicationId) };
}

function chooseSource(body: Body): Source {
  if (body.schema != null) {
    throw invalidField("schema", "Belongs to a GraphQL endpoint: set source to graphql.");
  }
  const given = (["document", "text", "url"] as const).filter((name) => body[name] != null);
  const [source] = given;
  if (source === undefined) {
    throw invalidField("document", "Send the description as document, text or url.");
  }
  if (given.length > 1) {
    throw invalid(given.slice(1).map((field) => ({ field, issue: `Send it or ${source}, not both.` })));
  }
  return source;
}

async function checkProvider(name: string | null | undefined): Promise<void> {
  const { findKnownProvider } = await loadProviders();
  if (name != null && findKnownProvider(name) === undefined) {
    throw invalidField(
      "provider",
      `${JSON.stringify(name)} is not known. GET /v1/providers lists those that are.`,
    );
  }
}

async function checkNotBuiltIn(deps: Deps, caller: Caller, slug: string): Promise<void> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  if (catalog.findEvenDisabled(slug)?.companyId === null) {
    throw new ApiError("CONFLICT", `"${slug}" is a built-in application. Choose another slug.`);
  }
}

/** An application of another kind has tools, and connections with secrets, that a description knows nothing of. */
async function checkSameSource(
  deps: Deps,
  caller: Caller,
  slug: string,
  source: Application["source"],
): Promise<void> {
  const before = (await deps.catalog.forCompany(caller.companyId)).findEvenDisabled(slug);
  if (before !== undefined && before.record.source !== source) {
    throw new ApiError("CONFLICT", `"${slug}" is an application of another kind. Choose another slug.`);
  }
}

async function loadDescription(
  deps: Deps,
  source: Source,
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
  source: Source,
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
  source: Source,
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
  const db = deps.db.background.kysely;
  try {
    if (body.dryRun === true) {
      return await inDryRun(db, saveAndCount);
    }
    const saved = await saveAndCount(db);
    deps.catalog.forget(caller.companyId);
    return saved;
  } catch (error) {
    if (error instanceof ToolSlugTakenError) {
      throw new ApiError("CONFLICT", error.message);
    }
    if (isUnstorableText(error)) {
      throw invalidField(source, "Holds the character NUL or half a surrogate pair, which cannot be stored.");
    }
    throw error;
  }
}
