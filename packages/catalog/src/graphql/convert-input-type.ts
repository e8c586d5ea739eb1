import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import type { JsonSchema } from "../json-schema.ts";
import { isExact } from "../openapi/schemas/schema-keywords.ts";
import { cutAtSentence } from "../openapi/tool-text.ts";
import { textOf } from "../record.ts";
import { removeInvisible } from "../remove-invisible.ts";

const maxDescription = 300;
const maxDefault = 500;
/** The most definitions with members in one tool's schema. Types of some schemas refer to all others (Hasura). */
const maxDefinitions = 60;

/** Converts the types of inputs. Tools share the definitions. */
export interface InputTypes {
  /** The schema of a tool's input. */
  buildInput(
    properties: [name: string, schema: JsonSchema, required: boolean][],
    uses: Set<GraphQLInputObjectType>,
  ): JsonSchema;
  /** Adds the input objects that the type names to `uses`. */
  convert(input: GraphQLArgument | GraphQLInputField, uses: Set<GraphQLInputObjectType>): JsonSchema;
}

export function createInputTypes(): InputTypes {
  const definitions = new Map<
    GraphQLInputObjectType,
    { schema: JsonSchema; uses: Set<GraphQLInputObjectType> }
  >();

  function define(type: GraphQLInputObjectType): { schema: JsonSchema; uses: Set<GraphQLInputObjectType> } {
    const known = definitions.get(type);
    if (known !== undefined) {
      return known;
    }
    const uses = new Set<GraphQLInputObjectType>();
    const fields = Object.values(type.getFields()).filter(({ name }) => !name.startsWith("__"));
    const required = fields.filter(isRequiredInputField).map(({ name }) => name);
    const schema: JsonSchema = {
      type: "object",
      ...describe(type.description),
      properties: Object.fromEntries(
        fields.map((field) => [field.name, convertInput(type.isOneOf ? refuseNull(field) : field, uses)]),
      ),
      ...(required.length > 0 && { required }),
      ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
      additionalProperties: false,
    };
    const defined = { schema, uses };
    definitions.set(type, defined);
    return defined;
  }

  /** Near types come first. A type beyond the limit is an open object. */
  function listDefinitions(uses: ReadonlySet<GraphQLInputObjectType>): [string, JsonSchema][] {
    const listed = new Set(uses);
    for (const type of listed) {
      if (listed.size < maxDefinitions) {
        define(type).uses.forEach((one) => void listed.add(one));
      }
    }
    return [...listed].map((type, index) => {
      const isOpen = index >= maxDefinitions || [...define(type).uses].some((one) => !listed.has(one));
      return [type.name, isOpen ? describeOpen(type) : define(type).schema];
    });
  }

  return {
    convert: convertInput,
    buildInput(members, uses) {
      const required = members.filter(([, , isRequired]) => isRequired).map(([name]) => name);
      const defs = listDefinitions(uses);
      return {
        type: "object",
        properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
        ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }),
      };
    },
  };
}

/** The one field that is given must not be null, although its type says that it may (GraphQL 2025, OneOf Input Objects). */
const refuseNull = (field: GraphQLInputField): GraphQLInputField => ({
  ...field,
  type: isNonNullType(field.type) ? field.type : new GraphQLNonNull(field.type),
});

const describeOpen = ({ name }: GraphQLInputObjectType): JsonSchema => ({
  type: "object",
  description: `An input object of the type ${name}. The schema is too large to list its members here.`,
});

function convertInput(
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
function describe(description: unknown): { description?: string } {
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
