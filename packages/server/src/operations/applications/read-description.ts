import {
  DescriptionError,
  ImportsBusyError,
  importGraphqlInWorker,
  importOpenApiInWorker,
  type OpenApiImportInput,
  type OpenApiImportResult,
  type WorkerOptions,
} from "@bowline/catalog";
import { ApiError, invalidField } from "../../api-error.ts";
import type { Deps } from "../../deps.ts";
import type { NoteProgress } from "../../jobs/import-progress.ts";
import type { Logger } from "../../log/logger.ts";
import type { InputOf } from "../handler.ts";
import type { DescriptionSource } from "./check-import.ts";
import { fetchDescription } from "./fetch-description.ts";
import { fetchFiles } from "./fetch-files.ts";
import { loadGraphqlSchema } from "./load-graphql-schema.ts";

type Body = InputOf<"importApplication">["body"];

/** An OpenAPI document or a GraphQL schema to import. */
export interface SentDescription {
  body: Body;
  /** The member of the body that has the description, or its address. */
  source: DescriptionSource;
  /** The `document` as it was sent; null: there is none, or it is no object. */
  documentText: string | null;
}

type ReadingParts = Pick<Deps, "egress" | "config" | "log">;
/** What callers know of the application's tools from earlier imports. */
type Before = Required<Pick<OpenApiImportInput, "publishedSlugs" | "earlierInputs">>;
type SharedInput = Pick<
  OpenApiImportInput,
  "slug" | "publishedSlugs" | "earlierInputs" | "name" | "overridableFields" | "provider" | "securitySchemes"
>;
type Build = (options: WorkerOptions) => Promise<OpenApiImportResult>;

/**
 * Loads a description and builds the application that it describes, in a worker.
 *
 * @param before the slugs that the application's tools have had, and their inputs
 * @throws ApiError `VALIDATION_ERROR` at the member that has the description; `INTERNAL_ERROR` when too many imports wait
 */
export async function readDescription(
  parts: ReadingParts,
  sent: SentDescription,
  before: Before,
  note: NoteProgress,
): Promise<OpenApiImportResult> {
  const { body, source } = sent;
  const shared: SharedInput = {
    slug: body.slug,
    ...before,
    ...(body.name != null && { name: body.name }),
    ...(body.overridableFields != null && { overridableFields: body.overridableFields }),
    ...(body.provider != null && { provider: body.provider }),
    ...(body.securitySchemes != null && { securitySchemes: body.securitySchemes }),
  };
  const build =
    body.source === "graphql"
      ? await prepareGraphql(parts, body, shared)
      : await prepareOpenApi(parts, sent, shared);
  // The worker says how many tools it has built. Until then it reads the description.
  note({ phase: "reading", done: 0, total: null });
  try {
    return await build({ onBuilt: (done, total) => note({ phase: "building", done, total }) });
  } catch (error) {
    throw explain(parts.log, source, error);
  }
}

async function prepareGraphql(
  { egress, config }: ReadingParts,
  body: Body,
  shared: SharedInput,
): Promise<Build> {
  const schema = await loadGraphqlSchema(egress, body, config.importBytes);
  return (options) => importGraphqlInWorker({ ...shared, ...schema }, options);
}

async function prepareOpenApi(
  parts: ReadingParts,
  sent: SentDescription,
  shared: SharedInput,
): Promise<Build> {
  const { baseUrl, url } = sent.body;
  const input = { ...shared, ...(baseUrl != null && { baseUrl }) };
  if (sent.source !== "url") {
    return (options) => importOpenApiInWorker({ ...input, ...readSent(sent) }, options);
  }
  const { egress, config } = parts;
  const maxBytes = config.importBytes;
  const { sizeBytes, ...document } = await fetchDescription(egress, url ?? "", maxBytes);
  const budget = { maxBytes, usedBytes: sizeBytes };
  return (options) =>
    importOpenApiInWorker(
      { ...input, ...document },
      { ...options, fetchFiles: (urls, timeoutMs) => fetchFiles(egress, urls, budget, timeoutMs) },
    );
}

function readSent({
  body,
  source,
  documentText,
}: SentDescription): Pick<OpenApiImportInput, "document" | "text"> {
  if (source === "text") {
    return { text: body.text ?? "" };
  }
  return documentText === null ? { document: body.document } : { text: documentText };
}

/** An unexpected error of the importer counts as a fault of the document. */
function explain(log: Logger, source: DescriptionSource, error: unknown): unknown {
  if (error instanceof ImportsBusyError) {
    return new ApiError("INTERNAL_ERROR", error.message);
  }
  if (error instanceof DescriptionError) {
    return invalidField(source, error.message);
  }
  if (error instanceof TypeError || error instanceof RangeError) {
    log.error({ err: error }, "a description could not be read: the importer failed unexpectedly");
    return invalidField(source, "The document is malformed and could not be read.");
  }
  return error;
}
