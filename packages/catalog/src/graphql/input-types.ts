import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  GraphQLNonNull,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import type { JsonSchema } from "../json-schema.ts";
import { convertInput, describe } from "./convert-input-type.ts";

/** The most definitions with members in one tool's schema. Types of some schemas refer to all others (Hasura). */
const maxDefinitions = 60;

/** An input object with references to others. */
interface Definition {
  schema: JsonSchema;
  uses: ReadonlySet<GraphQLInputObjectType>;
}

/** An input of a tool. */
export type InputMember = [name: string, schema: JsonSchema, required: boolean];

/** The input objects of a schema. Tools share the definitions. */
export class InputTypes {
  readonly #definitions = new Map<GraphQLInputObjectType, Definition>();

  /**
   * Builds the schema of a tool's input.
   *
   * @param uses the input objects that the members name
   */
  buildInput(members: readonly InputMember[], uses: ReadonlySet<GraphQLInputObjectType>): JsonSchema {
    const required = members.filter(([, , isRequired]) => isRequired).map(([name]) => name);
    const defs = this.#listDefinitions(uses);
    return {
      type: "object",
      properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }),
    };
  }

  /** Near types come first. A type beyond the limit is an open object. */
  #listDefinitions(uses: ReadonlySet<GraphQLInputObjectType>): [name: string, schema: JsonSchema][] {
    const listed = new Set(uses);
    for (const type of listed) {
      if (listed.size < maxDefinitions) {
        this.#define(type).uses.forEach((one) => void listed.add(one));
      }
    }
    return [...listed].map((type, index) => {
      const isOpen = index >= maxDefinitions || [...this.#define(type).uses].some((one) => !listed.has(one));
      return [type.name, isOpen ? describeOpen(type) : this.#define(type).schema];
    });
  }

  #define(type: GraphQLInputObjectType): Definition {
    const known = this.#definitions.get(type);
    if (known !== undefined) {
      return known;
    }
    const defined = defineObject(type);
    this.#definitions.set(type, defined);
    return defined;
  }
}

function defineObject(type: GraphQLInputObjectType): Definition {
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
  return { schema, uses };
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
