import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { JsonSchema } from "../json-schema.ts";
import { isExact } from "../openapi/schemas/schema-keywords.ts";
import { cutAtSentence } from "../openapi/tool-text.ts";
import { textOf } from "../record.ts";
import { removeInvisible } from "../remove-invisible.ts";

const maxDescription = 300;
const maxDefault = 500;

/** Converts the type of an input. Adds the input objects that it names to `uses`. */
export function convertInput(
  { type, description, defaultValue }: GraphQLArgument | GraphQLInputField,
  uses: Set<GraphQLInputObjectType>,
): JsonSchema {
  const schema = convertType(type, uses);
  return {
    ...schema,
    ...describe(textOf(description) ?? schema.description),
    ...(isShort(defaultValue) && isExact(defaultValue) && { default: defaultValue }),
  };
}

/** Defaults of objects in objects share their parts, so that a few types can write a default of any length. */
const isShort = (value: unknown): boolean => value !== undefined && measure(value, maxDefault) < maxDefault;

/** The length of a value as JSON, about. Stops at the limit. */
function measure(value: unknown, limit: number): number {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value)?.length ?? limit;
  }
  let length = 2;
  for (const [name, member] of Object.entries(value)) {
    if (length >= limit) {
      return limit;
    }
    length += name.length + 1 + measure(member, limit - length);
  }
  return length;
}

/** In an introspection response the description may be anything. */
export function describe(description: unknown): { description?: string } {
  const text = cutAtSentence(removeInvisible(textOf(description) ?? "").trim(), maxDescription);
  return text === "" ? {} : { description: text };
}

function convertType(type: GraphQLInputType, uses: Set<GraphQLInputObjectType>): JsonSchema {
  return isNonNullType(type) ? convertNamed(type.ofType, uses) : allowNull(convertNamed(type, uses));
}

function convertNamed(type: GraphQLInputType, uses: Set<GraphQLInputObjectType>): JsonSchema {
  if (isListType(type)) {
    return { type: "array", items: convertType(type.ofType, uses) };
  }
  if (isEnumType(type)) {
    return { type: "string", enum: type.getValues().map(({ name }) => name), ...describe(type.description) };
  }
  if (isInputObjectType(type)) {
    uses.add(type);
    return { $ref: `#/$defs/${type.name}` };
  }
  if (isNonNullType(type)) {
    return convertType(type, uses);
  }
  // A number is also taken for an ID (GraphQL 2025 §3.5.5, Input Coercion). In a result it is a text.
  return type.name === "ID" ? { type: ["string", "integer"] } : convertScalar(type);
}

/** A custom scalar without a type takes null as it is. */
function allowNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) {
    return { anyOf: [schema, { type: "null" }] };
  }
  if (schema.type === undefined) {
    return schema;
  }
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [schema.type, "null"].flat() };
}

const scalars: { readonly [name: string]: string } = {
  Int: "integer",
  Float: "number",
  String: "string",
  Boolean: "boolean",
  ID: "string",
};

/** A custom scalar may be any JSON value. */
export function convertScalar({ name, description, specifiedByURL }: GraphQLScalarType): JsonSchema {
  const type = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  if (type !== undefined) {
    return { type };
  }
  const text = textOf(description);
  const link = specifiedByURL == null ? "" : ` See ${specifiedByURL}`;
  return describe(`${name}${text === undefined ? "" : `: ${text}`}${link}`);
}
