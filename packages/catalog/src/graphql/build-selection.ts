import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  isUnionType,
} from "graphql";
import type { JsonSchema } from "../json-schema.ts";
import { type Field, isLeaf, leadsToRoot, listFields, listMembers } from "./asked-fields.ts";
import { convertScalar } from "./convert-input-type.ts";
import { findConnection } from "./find-connection.ts";

/** The fields to ask for, and the schema of what comes back. */
export interface BuiltSelection {
  text: string;
  schema: JsonSchema;
}

/** Fields without fields of their own, by depth. Objects below the last depth are left out. */
export type SelectionLevels = readonly number[];

/** Limits for one tool. */
const maxLeaves = 150;
const maxObjects = 12;
const maxMembers = 10;

/** Where only a few fields are taken, these come first. */
const telling =
  /^(?:id|name|title|login|slug|key|number|code|url|email|state|status|message|field|createdAt)$/;

/** Chooses the fields of a type that a call returns by default: all without fields of their own, and a few of nested objects. */
export function buildSelection(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  levels: SelectionLevels,
): BuiltSelection {
  return select(schema, type, levels, { leaves: maxLeaves });
}

interface Budget {
  leaves: number;
}

interface Selected {
  names: string[];
  properties: Map<string, JsonSchema>;
}

function select(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  levels: SelectionLevels,
  budget: Budget,
): BuiltSelection {
  const selected: Selected = { names: [], properties: new Map() };
  if (isAbstractType(type)) {
    selected.names.push("__typename");
    selected.properties.set("__typename", { type: "string" });
  }
  if (!isUnionType(type)) {
    addLeaves(selected, listFields(type), levels[0] ?? 0, budget);
    addObjects(schema, selected, listFields(type), levels.slice(1), budget);
  }
  addMembers(schema, selected, type, levels[0] ?? 0, budget);
  return {
    text: `{ ${selected.names.length === 0 ? "__typename" : selected.names.join(" ")} }`,
    schema: { type: "object", properties: Object.fromEntries(selected.properties) },
  };
}

function addLeaves(selected: Selected, fields: readonly Field[], limit: number, budget: Budget): void {
  const leaves = fields.filter((field) => isLeaf(field) && field.deprecationReason == null);
  const { first = [], last = [] } = Object.groupBy(leaves, ({ name }) =>
    telling.test(name) ? "first" : "last",
  );
  const taken = new Set([...first, ...last].slice(0, Math.min(limit, budget.leaves)));
  for (const { name, type } of leaves.filter((field) => taken.has(field))) {
    budget.leaves--;
    selected.names.push(name);
    selected.properties.set(name, convertOutput(type, {}));
  }
}

/** Connections are left out: their pages would make every record long. So is what leads to all records there are. */
function addObjects(
  schema: GraphQLSchema,
  selected: Selected,
  fields: readonly Field[],
  levels: SelectionLevels,
  budget: Budget,
): void {
  if (levels.length === 0) {
    return;
  }
  const objects = fields.filter(
    (field) =>
      !isLeaf(field) &&
      field.deprecationReason == null &&
      findConnection(field.type) === null &&
      !leadsToRoot(schema, field),
  );
  for (const { name, type } of objects.slice(0, maxObjects)) {
    const named = getNamedType(type);
    if (budget.leaves > 0 && isCompositeType(named)) {
      const nested = select(schema, named, levels, budget);
      selected.names.push(`${name} ${nested.text}`);
      selected.properties.set(name, convertOutput(type, nested.schema));
    }
  }
}

/** Two members may have a field of one name and different types, which no operation may ask for at once. The first is taken. */
function addMembers(
  schema: GraphQLSchema,
  selected: Selected,
  type: GraphQLCompositeType,
  limit: number,
  budget: Budget,
): void {
  const types = new Map<string, string>();
  const own = new Set(selected.properties.keys());
  for (const member of listMembers(schema, type).slice(0, maxMembers)) {
    const fields = listFields(member).filter(
      (field) => !own.has(field.name) && (types.get(field.name) ?? String(field.type)) === String(field.type),
    );
    const part: Selected = { names: [], properties: selected.properties };
    addLeaves(part, fields, limit, budget);
    for (const field of fields.filter(({ name }) => part.names.includes(name))) {
      types.set(field.name, String(field.type));
    }
    if (part.names.length > 0) {
      selected.names.push(`... on ${member.name} { ${part.names.join(" ")} }`);
    }
  }
}

/** @param object the schema of the type's objects, if it has any */
export function convertOutput(type: GraphQLOutputType, object: JsonSchema): JsonSchema {
  if (isNonNullType(type)) {
    return convertNonNull(type.ofType, object);
  }
  const schema = convertNonNull(type, object);
  return typeof schema.type === "string" ? { ...schema, type: [schema.type, "null"] } : schema;
}

function convertNonNull(type: GraphQLOutputType, object: JsonSchema): JsonSchema {
  if (isListType(type)) {
    return { type: "array", items: convertOutput(type.ofType, object) };
  }
  if (isScalarType(type)) {
    return convertScalar(type);
  }
  // New values are added to an enumeration without notice.
  return isEnumType(type) ? { type: "string" } : object;
}
