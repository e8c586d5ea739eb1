export type {
  ApplicationSource,
  AuthenticationType,
  CatalogApplication,
  CatalogAuthentication,
  CredentialField,
  CredentialPlacement,
  Environment,
} from "./application.ts";
export type { BoundInput } from "./bound-input.ts";
export { listBuiltInSlugs } from "./built-in/list-built-in-slugs.ts";
export { computeSourceKey } from "./built-in/snapshot/compute-source-key.ts";
export { builtInFile } from "./code/built-in-file.ts";
export type { DefinedApplication } from "./code/define-application.ts";
export type { AnyToolExample, ToolExamples, ToolExchange } from "./code/tool-examples.ts";
export { type CompactableDefinition, compactDefinition } from "./compact/compact-definition.ts";
export { compactSchema } from "./compact/compact-schema.ts";
export { completeInput } from "./compact/complete-input.ts";
export { describeForModel } from "./compact/describe-for-model.ts";
export { dropLookaround } from "./compact/drop-lookaround.ts";
export { relaxOutputSchema } from "./compact/relax-output-schema.ts";
export { DescriptionError } from "./description-error.ts";
export { buildVectorTable, measureSimilarities, type VectorTable } from "./embeddings/vectors.ts";
export type { GraphqlImportInput } from "./graphql/import-graphql.ts";
export { introspectionQuery, olderIntrospectionQuery } from "./graphql/introspection-query.ts";
export {
  importGraphqlInWorker,
  importOpenApiInWorker,
  type WorkerOptions,
} from "./import-thread/import-in-worker.ts";
export { ImportsBusyError } from "./import-thread/import-turns.ts";
export type { Json, JsonSchema } from "./json-schema.ts";
export { keepPublishedSlugs } from "./keep-published-slugs.ts";
export { compileLinearPattern, type LinearPattern } from "./linear-pattern.ts";
export { listVariables } from "./list-variables.ts";
export type { ApplicationManifest, ObjectKind, TestCall } from "./manifest/application-manifest.ts";
export {
  readParts,
  readPointer,
  splitPointer,
  splitReference,
} from "./manifest/json-pointer.ts";
export type { ResponseFailure } from "./manifest/response-failure.ts";
export type { ToolContext, ToolManifest } from "./manifest/tool-manifest.ts";
export type { ToolPaging } from "./manifest/tool-paging.ts";
export { mapInTurns } from "./map-in-turns.ts";
export { buildMcpApplication } from "./mcp/build-mcp-application.ts";
export { buildMcpTools } from "./mcp/build-mcp-tools.ts";
export {
  buildMcpAuthentications,
  type McpCredentials,
  type McpQueryParameter,
} from "./mcp/mcp-authentications.ts";
export type { McpServerDescription, McpToolDeclaration } from "./mcp/mcp-server.ts";
export { mapNestedSchemas } from "./nested-schemas.ts";
export { loadProviders } from "./oauth/load-providers.ts";
export { moveAddresses } from "./oauth/move-addresses.ts";
export { moveServer } from "./oauth/move-server.ts";
export type { OAuth2Method } from "./oauth/oauth2-method.ts";
export type { ProviderFacts } from "./oauth/provider-facts.ts";
export { recognizeText } from "./openapi/document/foreign-format.ts";
// Types only. The worker thread loads the importer, so it takes no memory in the server's main thread.
export type { DescriptionFile, DescriptionFiles } from "./openapi/files/description-file.ts";
export type { OpenApiImportInput, OpenApiImportResult } from "./openapi/import-openapi.ts";
export type { PublishedSlug, PublishedSlugs } from "./published-slug.ts";
export { removeInvisible } from "./remove-invisible.ts";
export type { SearchDocument } from "./search/search-document.ts";
export { openSearch, type Search, type SearchIndex } from "./search/search-index.ts";
export type { SearchSegment } from "./search/search-segment.ts";
export { deserializeSegment, serializeSegment } from "./search/serialize-segment.ts";
export {
  applicationSlugPattern,
  bareOperation,
  cutToolSlug,
  toolSlugPrefix,
} from "./slugs.ts";
export { buildSqlApplication } from "./sql/build-sql-application.ts";
export type {
  BodyBinding,
  BodyProperty,
  BodyTemplate,
  CatalogTool,
  CodeBinding,
  GraphqlBinding,
  GraphqlSelection,
  GraphqlType,
  HttpBinding,
  McpBinding,
  McpEra,
  ParameterBinding,
  SqlBinding,
  SqlDialect,
  SqlOperation,
  ToolAnnotations,
  ToolBinding,
} from "./tool.ts";
export { trimEndSlashes } from "./trim-end-slashes.ts";
export { watchedHeapMb, watchMemory } from "./watch-memory.ts";
export { buildWorkerEnvironment } from "./worker-environment.ts";
