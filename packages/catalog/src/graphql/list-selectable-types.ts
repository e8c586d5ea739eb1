import {
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isUnionType,
} from "graphql";
import type { GraphqlField, GraphqlType } from "../tool.ts";
import { type Field, isLeaf, listFields, listMembers, takesInteger } from "./asked-fields.ts";
import { findConnection } from "./find-connection.ts";

/** Limits for one tool; they keep its binding below about 20 KB. */
const maxFields = 500;
const maxMembers = 20;
/** Records of a nested list in pages. Many endpoints refuse to list them without a limit (GitHub). */
const nestedPageSize = 20;

/** Lists the fields that can be chosen, from a type outwards, until the limit is reached. */
export function listSelectableTypes(
  schema: GraphQLSchema,
  root: GraphQLCompositeType,
): { [type: string]: GraphqlType } {
  const listed = new Map<string, GraphqlType>();
  const waiting = new Set<GraphQLCompositeType>([root]);
  let left = maxFields;
  for (const type of waiting) {
    const fields = isUnionType(type) ? [] : listFields(type);
    if (fields.length > left && type !== root) {
      continue;
    }
    left -= fields.length;
    const members = listMembers(schema, type).slice(0, maxMembers);
    listed.set(type.name, {
      fields: Object.fromEntries(
        fields.slice(0, maxFields).map((field) => [field.name, describeField(field)]),
      ),
      ...(members.length > 0 && { members: members.map(({ name }) => name) }),
    });
    for (const next of [...fields.map((field) => getNamedType(field.type)), ...members]) {
      if (isCompositeType(next)) {
        waiting.add(next);
      }
    }
  }
  return Object.fromEntries([...listed].map(([name, type]) => [name, keepListed(type, listed)]));
}

function describeField(field: Field): GraphqlField {
  if (isLeaf(field)) {
    return {};
  }
  const first = field.args.find(({ name }) => name === "first");
  const isPaged = first !== undefined && takesInteger(first) && findConnection(field.type) !== null;
  return {
    type: getNamedType(field.type).name,
    ...(isPaged && { arguments: `(first: ${nestedPageSize})` }),
  };
}

/** Removes the fields whose own fields cannot be chosen. */
function keepListed({ fields, members }: GraphqlType, listed: ReadonlyMap<string, GraphqlType>): GraphqlType {
  const kept = members?.filter((name) => listed.has(name)) ?? [];
  return {
    fields: Object.fromEntries(
      Object.entries(fields).filter(([, { type }]) => type === undefined || listed.has(type)),
    ),
    ...(kept.length > 0 && { members: kept }),
  };
}
