import { type GraphQLSchema, getNamedType, isCompositeType } from "graphql";
import type { JsonSchema } from "../json-schema.ts";
import type { GraphqlSelection } from "../tool.ts";
import type { Field } from "./asked-fields.ts";
import { buildSelection, convertOutput, type SelectionLevels } from "./build-selection.ts";
import type { GraphqlConnection } from "./find-connection.ts";
import { listSelectableTypes } from "./list-selectable-types.ts";

/** What a call asks for, and the schema of its result. */
export interface GraphqlOutput {
  /** Null: the field's value has no fields of its own. */
  selection: Omit<GraphqlSelection, "input"> | null;
  outputSchema: JsonSchema;
}

export function buildOutput(
  field: Field,
  connection: GraphqlConnection | null,
  levels: SelectionLevels,
  schema: GraphQLSchema,
): GraphqlOutput {
  const { selection, value } = buildValue(field, connection, levels, schema);
  return { selection, outputSchema: wrap("data", wrap(field.name, value)) };
}

function buildValue(
  { type: stated }: Field,
  connection: GraphqlConnection | null,
  levels: SelectionLevels,
  schema: GraphQLSchema,
): { selection: GraphqlOutput["selection"]; value: JsonSchema } {
  const type = connection?.node ?? getNamedType(stated);
  if (!isCompositeType(type)) {
    return { selection: null, value: convertOutput(stated, {}) };
  }
  const record = buildSelection(schema, type, levels);
  const selected = { default: record.text, type: type.name, types: listSelectableTypes(schema, type) };
  return connection === null
    ? {
        selection: { ...selected, before: "", after: "" },
        value: convertOutput(stated, record.schema),
      }
    : {
        selection: { ...selected, ...buildPage(connection) },
        value: describePage(connection, record.schema),
      };
}

/** What is asked for around the fields of the records. */
function buildPage({ list, totalCount }: GraphqlConnection): Pick<GraphqlSelection, "before" | "after"> {
  const end = ` pageInfo { hasNextPage endCursor }${totalCount === null ? "" : " totalCount"} }`;
  return list === "nodes"
    ? { before: "{ nodes ", after: end }
    : { before: "{ edges { node ", after: ` }${end}` };
}

function describePage({ list, totalCount }: GraphqlConnection, record: JsonSchema): JsonSchema {
  const item = list === "nodes" ? record : wrap("node", record);
  return {
    type: ["object", "null"],
    properties: {
      [list]: { type: ["array", "null"], items: { ...item, type: ["object", "null"] } },
      pageInfo: {
        type: "object",
        properties: { hasNextPage: { type: "boolean" }, endCursor: { type: ["string", "null"] } },
      },
      ...(totalCount !== null && { totalCount: convertOutput(totalCount, {}) }),
    },
  };
}

const wrap = (name: string, schema: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { [name]: schema },
});
