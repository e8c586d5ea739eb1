import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { holdsMutations } from "./mutation-group.ts";

export type Field = GraphQLField<unknown, unknown>;

/** The fields that can be asked for without arguments, and without running mutations. */
export function listFields(type: Exclude<GraphQLCompositeType, { getTypes: unknown }>): Field[] {
  return Object.values(type.getFields()).filter(
    (field) => !field.name.startsWith("__") && needsNoArguments(field) && !holdsMutations(field),
  );
}

export const needsNoArguments = ({ args }: Pick<Field, "args">): boolean => !args.some(isRequiredArgument);

/** Whether a field's value has no fields of its own. */
export const isLeaf = ({ type }: Pick<Field, "type">): boolean => !isCompositeType(getNamedType(type));

export const isList = (output: GraphQLOutputType): boolean => isListType(getNullableType(output));

export const takesInteger = ({ type }: GraphQLArgument): boolean => String(getNullableType(type)) === "Int";

/** The objects that an interface or a union may be. A schema may be wrong: its unions may have other types. */
export const listMembers = (schema: GraphQLSchema, type: GraphQLCompositeType): GraphQLObjectType[] =>
  isAbstractType(type) ? schema.getPossibleTypes(type).filter(isObjectType) : [];

/** Whether a field leads back to all queries or mutations, as in payloads of PostGraphile. */
export const leadsToRoot = (schema: GraphQLSchema, { type }: Pick<Field, "type">): boolean =>
  [schema.getQueryType(), schema.getMutationType()].some((root) => root === getNamedType(type));
