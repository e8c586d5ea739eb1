import { type GraphQLObjectType, isObjectType } from "graphql";
import { DescriptionError } from "../description-error.ts";
import { findKnownProvider } from "../oauth/known-providers.ts";
import { applyOverridable, completeAuthentications } from "../openapi/build-application.ts";
import { maxOperationLength, type Skipped, skipLong } from "../openapi/document/list-operations.ts";
import { References } from "../openapi/document/references.ts";
import type { OpenApiImportResult } from "../openapi/import-openapi.ts";
import { createNotes } from "../openapi/notes.ts";
import { nameOperations } from "../openapi/operation-names.ts";
import { describeMissingCredentials } from "../openapi/security/missing-credentials.ts";
import { createSecurity } from "../openapi/security/security.ts";
import { buildBaseUrlField, unknownServerUrl } from "../openapi/servers/base-url-field.ts";
import { createToolBudget } from "../openapi/tool-budget.ts";
import { cutAtSentence } from "../openapi/tool-text.ts";
import type { PublishedSlugs } from "../published-slug.ts";
import { textOf } from "../record.ts";
import type { CatalogTool } from "../tool.ts";
import type { Field } from "./asked-fields.ts";
import { buildGraphqlTool, type GraphqlScope, type RootField } from "./build-graphql-tool.ts";
import { describeSecurity } from "./describe-security.ts";
import { InputTypes } from "./input-types.ts";
import { readSchema } from "./read-schema.ts";

/** A GraphQL schema, and how to import it (decisions D24). */
export interface GraphqlImportInput {
  /** The application's slug (decisions D20). */
  slug: string;
  /** Default: the slug. */
  name?: string;
  /** SDL, or the JSON response of an introspection query. */
  schema: string;
  /** The endpoint's address. Default: a field of the connections. */
  url?: string;
  /** Names of the headers that carry credentials. Used when neither `securitySchemes` nor `provider` is given. */
  headerNames?: readonly string[];
  overridableFields?: readonly string[];
  /** OpenAPI security schemes. Every tool accepts each of them. */
  securitySchemes?: { [name: string]: unknown };
  /** A known provider, by key or name. Its methods are added (decisions D45). */
  provider?: string;
  publishedSlugs?: PublishedSlugs;
}

const maxTools = 5000;
const maxSkipped = 1000;
const tooLarge = "it is too large, or all tools together are";

/**
 * Builds an application from a GraphQL schema: each field of the query and the mutation type becomes a tool. Never change the
 * result, because tools share parts of their schemas. Throws `DescriptionError` when the input is not a schema.
 */
export function importGraphql(input: GraphqlImportInput): OpenApiImportResult {
  const schema = readSchema(input.schema);
  const notes = createNotes();
  const { serverUrl, path } = splitAddress(input.url);
  const isStated = input.securitySchemes !== undefined || input.provider !== undefined;
  const document = describeSecurity(isStated ? [] : (input.headerNames ?? []));
  const security = createSecurity(document, {
    references: new References(document),
    notes,
    securitySchemes: input.securitySchemes,
    provider: input.provider === undefined ? undefined : findKnownProvider(input.provider),
    address: (url) =>
      URL.canParse(url) || !URL.canParse(url, input.url) ? url : new URL(url, input.url).href,
  });
  const needed = security.ofOperation({}, "schema");
  if (typeof needed === "string") {
    throw new DescriptionError(`The credentials cannot be used: ${needed}.`);
  }
  const isUnknown = input.url === undefined;
  const scope: GraphqlScope = {
    schema,
    inputs: new InputTypes(),
    path,
    security: { ...needed, isOptional: needed.isOptional && !isUnknown },
  };
  const { tools, skipped } = buildTools(input, scope);
  const stated = security.authentications();
  if (tools.length === 0) {
    notes.add("The schema has no queries and mutations, so no tool was made");
  } else if (stated.length === 0) {
    notes.add(describeMissingCredentials(isUnknown ? [] : [serverUrl], [input.slug, input.name ?? ""]));
  }
  const serverFields = isUnknown ? [buildBaseUrlField(null)] : [];
  const requiresConnection = tools.some((tool) => tool.requiresConnection);
  const authentications = completeAuthentications(stated, serverFields, requiresConnection);
  const environments = [{ name: "default", serverUrl }];
  return {
    application: {
      slug: input.slug,
      name: input.name ?? input.slug,
      description: cutAtSentence(textOf(schema.description) ?? "", 1024),
      categories: [],
      iconUrl: null,
      websiteUrl: null,
      source: "graphql",
      requiresConnection,
      environments,
      authentications: applyOverridable(authentications, input.overridableFields ?? [], environments, notes),
      tools,
    },
    skipped,
    warnings: notes.list(),
  };
}

/** An environment's address has no slash at its end and no query, but an endpoint's may. */
function splitAddress(url: string | undefined): { serverUrl: string; path: string } {
  const [, serverUrl = unknownServerUrl, path = ""] =
    /^([^?#]*[^?#/])(\/*(?:\?[^#]*)?)/.exec(url ?? "") ?? [];
  return { serverUrl, path: path.replace(/^\/+/, "/") };
}

function buildTools(
  { slug, publishedSlugs }: GraphqlImportInput,
  scope: GraphqlScope,
): { tools: CatalogTool[]; skipped: Skipped[] } {
  const { schema } = scope;
  const declared: RootField[] = [
    ...listRootFields(schema.getQueryType(), "query"),
    ...listRootFields(schema.getMutationType(), "mutation"),
  ];
  const isLong = (root: RootField) => keyOf(root).length > maxOperationLength;
  const fields = declared.filter((root) => !isLong(root));
  const tools: CatalogTool[] = [];
  const skipped: Skipped[] = [
    ...fieldsOf(schema.getSubscriptionType()).map(({ name }) => skipSubscription(`SUBSCRIPTION ${name}`)),
    ...declared.filter(isLong).map((root) => skipLong(keyOf(root))),
  ];
  const budget = createToolBudget();
  const taken = fields.slice(0, maxTools);
  const names = nameOperations(slug, taken.map(declare), publishedSlugs ?? new Map());
  for (const [index, root] of fields.entries()) {
    const name = names[index];
    const tool =
      name === undefined
        ? `an application has at most ${maxTools} tools`
        : budget.isSpent
          ? tooLarge
          : buildGraphqlTool(root, name.operation, scope);
    if (name !== undefined && typeof tool !== "string" && budget.take(tool)) {
      tools.push({ slug: name.slug, ...tool });
    } else {
      skipped.push({ operation: keyOf(root), reason: typeof tool === "string" ? tool : tooLarge });
    }
  }
  return { tools, skipped: skipped.slice(0, maxSkipped) };
}

const skipSubscription = (operation: string): Skipped =>
  operation.length > maxOperationLength
    ? skipLong(operation)
    : { operation, reason: "it is a subscription, and a tool returns one result" };

function listRootFields(
  type: GraphQLObjectType | null | undefined,
  operationType: RootField["operationType"],
): RootField[] {
  return fieldsOf(type)
    .filter(({ name }) => !name.startsWith("__"))
    .map((field) => ({ operationType, field }));
}

/** A schema may be wrong: its query type may be no object. */
const fieldsOf = (type: GraphQLObjectType | null | undefined): Field[] =>
  isObjectType(type) ? Object.values(type.getFields()) : [];

const keyOf = ({ operationType, field }: RootField): string => `${operationType.toUpperCase()} ${field.name}`;

/** Operations are named by the rules for documents. The method `QUERY` is one that only reads (RFC 9110 §9.2.1). */
const declare = ({ operationType, field }: RootField) => ({
  method: operationType.toUpperCase(),
  path: field.name,
  declaration: { operationId: field.name },
  pathItem: {},
});
