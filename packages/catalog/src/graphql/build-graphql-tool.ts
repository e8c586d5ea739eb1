import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isRequiredArgument,
} from "graphql";
import type { JsonSchema } from "../json-schema.ts";
import type { ToolManifest } from "../manifest/tool-manifest.ts";
import { createInputNames } from "../openapi/requests/input-names.ts";
import type { OperationSecurity } from "../openapi/security/security.ts";
import { toolDescription, toolName } from "../openapi/tool-text.ts";
import { toSnakeCase } from "../slugs.ts";
import type {
  CatalogTool,
  GraphqlArgument,
  GraphqlBinding,
  GraphqlSelection,
  GraphqlType,
  ToolAnnotations,
} from "../tool.ts";
import { type Field, isList, leadsToRoot, takesInteger } from "./asked-fields.ts";
import { buildSelection, convertOutput } from "./build-selection.ts";
import type { InputTypes } from "./convert-input-type.ts";
import { findConnection, type GraphqlConnection } from "./find-connection.ts";
import { findEnvelopeList } from "./find-envelope-list.ts";
import { listSelectableTypes } from "./list-selectable-types.ts";
import { holdsMutations, isMutationGroup } from "./mutation-group.ts";

/** A field of the query or the mutation type. */
export interface RootField {
  operationType: "query" | "mutation";
  field: Field;
}

export interface GraphqlScope {
  schema: GraphQLSchema;
  inputs: InputTypes;
  /** What follows the server's address. */
  path: string;
  security: OperationSecurity;
}

const maxArguments = 200;
/** The size of a page when neither the caller nor the schema gives one, and the largest that Relay servers usually allow. */
const pageSize = 20;
const maxPageSize = 100;
/** How many plain fields each level of a result may have. The result of a mutation has one more: it wraps the record. */
const levels = { query: [60, 8], mutation: [60, 30, 8] };

/** Builds a tool without its slug. A returned text is the reason why the field cannot become a tool. */
export function buildGraphqlTool(
  { operationType, field }: RootField,
  operation: string,
  scope: GraphqlScope,
): Omit<CatalogTool<GraphqlBinding>, "slug"> | string {
  const reason = findReason({ operationType, field }, scope.schema);
  if (reason !== null) {
    return reason;
  }
  const connection = findConnection(field.type);
  const inputs = bindArguments(field.args, scope.inputs);
  const output = buildOutput(field, connection, levels[operationType], scope.schema);
  const selection =
    output.selection === null ? null : { ...output.selection, input: inputs.takeName("fields") };
  const paging = connection === null ? null : findPaging(field, inputs.bindings);
  const manifest = paging?.manifest ?? findOffsetPaging(field, inputs.bindings);
  const named = { description: field.description ?? "" };
  return {
    operation,
    operationKey: `${operationType.toUpperCase()} ${field.name}`,
    name: toolName({}, operation),
    description: toolDescription(named),
    inputSchema: scope.inputs.buildInput(
      selection === null
        ? inputs.members
        : [...inputs.members, [selection.input, describeFields(selection), false]],
      inputs.uses,
    ),
    outputSchema: { type: "object", properties: { data: wrap(field.name, output.schema) } },
    annotations: annotate(operationType, field.name),
    scopes: scope.security.scopes,
    tags: [],
    contextType: null,
    resultsPath: findResultsPath(field, connection),
    requiresConnection: !scope.security.isOptional,
    isDeprecated: field.deprecationReason != null,
    binding: {
      kind: "graphql",
      operationType,
      field: field.name,
      path: scope.path,
      arguments: inputs.bindings,
      selection,
      ...(paging !== null && paging.pageSize !== null && { pageSize: paging.pageSize }),
      authentications: scope.security.keys,
    },
    ...(manifest !== null && { manifest }),
  };
}

/** Why a field cannot become a tool. Null: it can. */
function findReason({ operationType, field }: RootField, schema: GraphQLSchema): string | null {
  if (field.args.length > maxArguments) {
    return `it has more than ${maxArguments} arguments`;
  }
  if (leadsToRoot(schema, field)) {
    return "it only leads back to the other fields";
  }
  return (operationType === "mutation" ? isMutationGroup : holdsMutations)(field)
    ? "it groups mutations, and to ask for the group's fields would run them"
    : null;
}

interface BoundArguments {
  bindings: GraphqlArgument[];
  members: [name: string, schema: JsonSchema, required: boolean][];
  uses: Set<GraphQLInputObjectType>;
  /** Names an input that is no argument. */
  takeName(name: string): string;
}

function bindArguments(args: readonly GraphQLArgument[], inputs: InputTypes): BoundArguments {
  const names = createInputNames();
  const uses = new Set<GraphQLInputObjectType>();
  const bound = args
    .filter(({ name }) => !name.startsWith("__"))
    .map((argument) => ({ argument, input: names.take(argument.name, "body") }));
  return {
    bindings: bound.map(({ argument, input }) => ({
      name: argument.name,
      input,
      type: renderType(argument),
    })),
    members: bound.map(({ argument, input }) => [
      input,
      inputs.convert(argument, uses),
      isRequiredArgument(argument),
    ]),
    uses,
    takeName: (name) => names.take(name, "query"),
  };
}

/** A variable that may be left out must be nullable. An argument with a default may be left out, even if it is not nullable. */
function renderType({ type, defaultValue }: GraphQLArgument): string {
  return String(isNonNullType(type) && defaultValue !== undefined ? type.ofType : type);
}

function buildOutput(
  field: Field,
  connection: GraphqlConnection | null,
  depths: readonly number[],
  schema: GraphQLSchema,
): { selection: Omit<GraphqlSelection, "input"> | null; schema: JsonSchema } {
  const type = connection?.node ?? getNamedType(field.type);
  if (!isCompositeType(type)) {
    return { selection: null, schema: convertOutput(field.type, {}) };
  }
  const built = buildSelection(schema, type, depths);
  const shared = { default: built.text, type: type.name, types: listSelectableTypes(schema, type) };
  if (connection === null) {
    return {
      selection: { ...shared, before: "", after: "" },
      schema: convertOutput(field.type, built.schema),
    };
  }
  const { list, totalCount } = connection;
  const total = totalCount === null ? "" : " totalCount";
  const item = list === "nodes" ? built.schema : wrap("node", built.schema);
  return {
    selection: {
      ...shared,
      before: list === "nodes" ? "{ nodes " : "{ edges { node ",
      after: `${list === "nodes" ? "" : " }"} pageInfo { hasNextPage endCursor }${total} }`,
    },
    schema: {
      type: ["object", "null"],
      properties: {
        [list]: { type: ["array", "null"], items: { ...item, type: ["object", "null"] } },
        pageInfo: {
          type: "object",
          properties: { hasNextPage: { type: "boolean" }, endCursor: { type: ["string", "null"] } },
        },
        ...(totalCount !== null && { totalCount: convertOutput(totalCount, {}) }),
      },
    },
  };
}

const wrap = (name: string, schema: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { [name]: schema },
});

function describeFields({ type, types }: GraphqlSelection): JsonSchema {
  const nested = findNested(types[type], types);
  const example = nested === undefined ? "" : ` A dot leads into an object, such as \`${nested}\`.`;
  return {
    type: "array",
    description: `Fields of ${type} to return instead of the default ones.${example}`,
    items: {
      type: "string",
      pattern: "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$",
      maxLength: 500,
    },
    minItems: 1,
    maxItems: 100,
  };
}

/** Finds an example of a field of a nested object, such as `owner.id`. An id comes first, since most objects have one. */
function findNested(type: GraphqlType | undefined, types: GraphqlSelection["types"]): string | undefined {
  const nested = Object.entries(type?.fields ?? {}).flatMap(([name, one]) => {
    const inner = Object.entries((one.type === undefined ? undefined : types[one.type])?.fields ?? {});
    const leaves = inner.filter(([, leaf]) => leaf.type === undefined).map(([leaf]) => leaf);
    const leaf = leaves.includes("id") ? "id" : leaves[0];
    return leaf === undefined ? [] : [`${name}.${leaf}`];
  });
  return nested.find((path) => path.endsWith(".id")) ?? nested[0];
}

function findResultsPath(field: Field, connection: GraphqlConnection | null): string | null {
  const path = `/data/${field.name}`;
  if (connection !== null) {
    return `${path}/${connection.list}`;
  }
  const list = findEnvelopeList(field.type);
  return isList(field.type) ? path : list === null ? null : `${path}/${list}`;
}

function findPaging(
  { name, args }: Field,
  bindings: readonly GraphqlArgument[],
): { manifest: ToolManifest; pageSize: NonNullable<GraphqlBinding["pageSize"]> | null } | null {
  const find = (wire: string) => bindings.find((one) => one.name === wire)?.input;
  const [first, after] = [find("first"), find("after")];
  const size = args.find((one) => one.name === "first");
  if (first === undefined || after === undefined || size === undefined || !takesInteger(size)) {
    return null;
  }
  const page = `/data/${name}/pageInfo`;
  return {
    manifest: {
      paging: {
        kind: "cursor",
        parameter: after,
        cursorPath: `${page}/endCursor`,
        hasMorePath: `${page}/hasNextPage`,
        sizeParameter: first,
        maxSize: maxPageSize,
      },
    },
    // The input's schema shows an argument's own default.
    pageSize:
      size.defaultValue !== undefined
        ? null
        : { input: first, size: pageSize, unless: ["last", "before"].flatMap((wire) => find(wire) ?? []) },
  };
}

const offsetNames = ["offset", "skip"];
const limitNames = ["limit", "first", "take"];

/**
 * Finds the paging of a list whose arguments skip and limit results, as with Hasura, Prisma and The Graph. How large a page may be is
 * unknown, so a call has the caller's size or the server's default.
 */
function findOffsetPaging({ type, args }: Field, bindings: readonly GraphqlArgument[]): ToolManifest | null {
  const find = (names: readonly string[]) => {
    const found = args.find((one) => names.includes(one.name) && takesInteger(one));
    return bindings.find(({ name }) => name === found?.name)?.input;
  };
  const [parameter, sizeParameter] = [find(offsetNames), find(limitNames)];
  const isPaged = isList(type) || findEnvelopeList(type) !== null;
  return isPaged && parameter !== undefined && sizeParameter !== undefined
    ? { paging: { kind: "offset", parameter, sizeParameter } }
    : null;
}

const destroying = new Set([
  "delete",
  "remove",
  "destroy",
  "purge",
  "erase",
  "wipe",
  "drop",
  "clear",
  "revoke",
  "uninstall",
  "truncate",
  "reset",
  "flush",
  "prune",
  "expunge",
  "discard",
]);

/** A query has no side effects (GraphQL §6.2.1). Only its name says that a mutation deletes. */
function annotate(operationType: RootField["operationType"], name: string): ToolAnnotations {
  const readOnlyHint = operationType === "query";
  const destructiveHint =
    !readOnlyHint &&
    toSnakeCase(name)
      .split("_")
      .some((word) => destroying.has(word));
  return { readOnlyHint, destructiveHint, idempotentHint: readOnlyHint, openWorldHint: true };
}
