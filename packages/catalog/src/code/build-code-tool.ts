import { DescriptionError } from "../description-error.ts";
import type { Json, JsonSchema } from "../json-schema.ts";
import { escapePointerSegment, readPointer, splitPointer } from "../manifest/json-pointer.ts";
import type { ResponseFailure } from "../manifest/response-failure.ts";
import { type ToolManifest, toolManifest } from "../manifest/tool-manifest.ts";
import { annotationsOf } from "../openapi/annotations.ts";
import { bareOperation, toolSlug } from "../slugs.ts";
import type { CatalogTool, CodeBinding, ToolAnnotations } from "../tool.ts";
import { buildRequestBinding } from "./build-request-binding.ts";
import { checkToolDefinition } from "./check-tool-definition.ts";
import { convertZodSchema, isLoose } from "./convert-zod-schema.ts";
import type { AnyToolDefinition, ToolHints } from "./tool-definition.ts";
import { checkOnlyJsonSchema } from "./zod-rules.ts";

/** What a tool takes from its application. */
export interface ToolScope {
  slug: string;
  /** The keys of the methods with credentials. */
  authentications: readonly string[];
  /** Whether calls need a connection unless the tool says something else. */
  requiresConnection: boolean;
  failure: ResponseFailure | undefined;
  /** Where the code is, for tools that are code. */
  module: Pick<CodeBinding, "origin" | "file" | "codeHash">;
}

/** @throws DescriptionError when the definition is wrong; the message follows the tool's name */
export function buildCodeTool(definition: AnyToolDefinition, scope: ToolScope): CatalogTool {
  checkToolDefinition(definition);
  const { operation, name, description, scopes = [], tags = [], resultsPath = null } = definition;
  checkBareOperation(scope.slug, operation);
  const converted = convertZodSchema(definition.input, "its input");
  const inputSchema = closeInput(converted, definition);
  const outputSchema = convertZodSchema(definition.output, "its output");
  checkResultsPath(outputSchema, resultsPath);
  const manifest = readManifest(definition);
  checkManifest(manifest, inputSchema, resultsPath);
  return {
    slug: toolSlug(scope.slug, operation).slug,
    operation,
    operationKey: operation,
    name,
    description,
    inputSchema,
    outputSchema,
    annotations: readHints(definition),
    scopes: [...scopes],
    tags: [...tags],
    contextType: definition.context?.type ?? null,
    resultsPath,
    requiresConnection: definition.requiresConnection ?? scope.requiresConnection,
    isDeprecated: false,
    isFeatured: true,
    binding: buildBinding(definition, inputSchema, scope),
    ...(Object.keys(manifest).length > 0 && { manifest }),
  };
}

function buildBinding(
  definition: AnyToolDefinition,
  inputSchema: JsonSchema,
  scope: ToolScope,
): CatalogTool["binding"] {
  const authentications = [...(definition.authentications ?? scope.authentications)];
  const unknown = authentications.find((key) => !scope.authentications.includes(key));
  if (unknown !== undefined) {
    throw new DescriptionError(`it accepts the method ${JSON.stringify(unknown)}, which does not exist.`);
  }
  const failure = definition.failure === undefined ? scope.failure : definition.failure;
  if (definition.request === undefined) {
    const { operation, serverUrl = null, connectionFields = [] } = definition;
    return {
      kind: "code",
      ...scope.module,
      operation,
      serverUrl,
      connectionFields: [...connectionFields],
      authentications,
      ...(failure != null && { failure }),
    };
  }
  checkOnlyJsonSchema(definition.input, "its input");
  return {
    ...buildRequestBinding(definition.request, inputSchema),
    authentications,
    ...(failure != null && { failure }),
  };
}

function checkBareOperation(slug: string, operation: string): void {
  const bare = bareOperation(slug, operation);
  if (bare !== operation) {
    throw new DescriptionError(`its operation repeats the application's name: call it ${bare}.`);
  }
}

/** A misspelled member of an input is an error, as in every tool. A request has no place for what its definition does not name. */
function closeInput(schema: JsonSchema, { input, request }: AnyToolDefinition): JsonSchema {
  if (request !== undefined) {
    return { ...schema, additionalProperties: false };
  }
  return isLoose(input) ? schema : { additionalProperties: false, ...schema };
}

function readHints({ hints = {}, request }: AnyToolDefinition): ToolAnnotations {
  const usual = annotationsOf(request?.method ?? "POST");
  const given: ToolHints = hints;
  const readOnlyHint = given.readOnly ?? usual.readOnlyHint;
  return {
    readOnlyHint,
    destructiveHint: given.destructive ?? (usual.destructiveHint && !readOnlyHint),
    idempotentHint: given.idempotent ?? (usual.idempotentHint || readOnlyHint),
    openWorldHint: given.openWorld ?? true,
  };
}

function readManifest({ paging, results, context }: AnyToolDefinition): ToolManifest {
  const parsed = toolManifest.safeParse({
    ...(paging !== undefined && { paging }),
    ...(results !== undefined && { results }),
    ...(context !== undefined && { context }),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new DescriptionError(`its ${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data;
}

function checkManifest(manifest: ToolManifest, inputSchema: JsonSchema, resultsPath: string | null): void {
  const { paging, results, context } = manifest;
  if (paging !== undefined && resultsPath === null) {
    throw new DescriptionError("it has paging, so it needs resultsPath.");
  }
  const named = [
    paging?.parameter,
    paging?.sizeParameter,
    results?.top?.parameter,
    results?.offset?.parameter,
    ...(results?.filters?.map(({ parameter }) => parameter) ?? []),
    ...(results?.sort?.flatMap(({ parameters }) => Object.keys(parameters)) ?? []),
    ...(context?.inputs ?? []),
  ];
  const inputs = (inputSchema.properties ?? {}) as { [name: string]: Json };
  const unknown = named.find((name) => name !== undefined && !Object.hasOwn(inputs, name));
  if (unknown !== undefined) {
    throw new DescriptionError(
      `its paging, results or context names ${JSON.stringify(unknown)}, which is not in its input.`,
    );
  }
}

/** The path leads to a list where the schema says what is there. */
function checkResultsPath(outputSchema: JsonSchema, resultsPath: string | null): void {
  if (resultsPath === null) {
    return;
  }
  const inSchema = splitPointer(resultsPath).map((name) => `/properties/${escapePointerSegment(name)}`);
  const found = readPointer(outputSchema, inSchema.join(""));
  const type = (found as JsonSchema | undefined)?.type;
  if (type !== "array" && !(Array.isArray(type) && type.includes("array"))) {
    throw new DescriptionError(
      `its resultsPath ${JSON.stringify(resultsPath)} does not lead to a list in its output.`,
    );
  }
}
