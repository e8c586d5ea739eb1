import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isNonNullType,
  isRequiredArgument,
} from "graphql";
import { createInputNames } from "../openapi/requests/input-names.ts";
import type { OperationSecurity } from "../openapi/security/security.ts";
import { toolDescription, toolName } from "../openapi/tool-text.ts";
import type { CatalogTool, GraphqlArgument, GraphqlBinding } from "../tool.ts";
import { annotateField } from "./annotate-field.ts";
import { type Field, isList, leadsToRoot } from "./asked-fields.ts";
import { buildOutput } from "./build-output.ts";
import { convertInput } from "./convert-input-type.ts";
import { describeFields } from "./describe-fields.ts";
import { findConnection, type GraphqlConnection } from "./find-connection.ts";
import { findEnvelopeList } from "./find-envelope-list.ts";
import { findPaging } from "./find-paging.ts";
import type { InputMember, InputTypes } from "./input-types.ts";
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
  const inputs = bindArguments(field.args);
  const { selection: selected, outputSchema } = buildOutput(
    field,
    connection,
    levels[operationType],
    scope.schema,
  );
  const selection = selected === null ? null : { ...selected, input: inputs.takeName("fields") };
  const paging = findPaging(field, connection !== null, inputs.bindings);
  return {
    operation,
    operationKey: `${operationType.toUpperCase()} ${field.name}`,
    name: toolName({}, operation),
    description: toolDescription({ description: field.description ?? "" }),
    inputSchema: scope.inputs.buildInput(
      selection === null
        ? inputs.members
        : [...inputs.members, [selection.input, describeFields(selection), false]],
      inputs.uses,
    ),
    outputSchema,
    annotations: annotateField(operationType, field),
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
      ...(paging?.pageSize !== undefined && { pageSize: paging.pageSize }),
      authentications: scope.security.keys,
    },
    ...(paging !== null && { manifest: paging.manifest }),
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
  members: InputMember[];
  uses: Set<GraphQLInputObjectType>;
  /** Names an input that is no argument. */
  takeName(name: string): string;
}

function bindArguments(args: readonly GraphQLArgument[]): BoundArguments {
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
      convertInput(argument, uses),
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

function findResultsPath(field: Field, connection: GraphqlConnection | null): string | null {
  const path = `/data/${field.name}`;
  if (connection !== null) {
    return `${path}/${connection.list}`;
  }
  const list = findEnvelopeList(field.type);
  return isList(field.type) ? path : list === null ? null : `${path}/${list}`;
}
