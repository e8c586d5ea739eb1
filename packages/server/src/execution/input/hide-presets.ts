import { type JsonSchema, readParts, splitReference } from "@bowline/catalog";
import { isObject } from "../../runtimes/is-object.ts";

const maxDepth = 8;
/** Each reference is replaced by a copy, and copies of copies multiply. What is beyond this stays as it is (decisions D75). */
const maxCopies = 1000;

/** Builds the input schema that an agent sees: without the members that the toolset sets (decisions D65). Copies what it changes. */
export function hidePresets(root: JsonSchema, names: readonly string[]): JsonSchema {
  const hidden = new Set(names);
  return hidden.size === 0 ? root : hideMembers(root, { root, hidden, copies: 0 }, 0);
}

interface Hiding {
  root: JsonSchema;
  hidden: ReadonlySet<string>;
  /** How many schemas were copied so far. */
  copies: number;
}

function hideMembers(schema: JsonSchema, hiding: Hiding, depth: number): JsonSchema {
  if (depth > maxDepth || hiding.copies >= maxCopies) {
    return schema;
  }
  hiding.copies += 1;
  const { hidden } = hiding;
  const shown: JsonSchema = { ...schema };
  if (isObject(schema.properties)) {
    shown.properties = dropMembers(schema.properties, hidden);
  }
  if (Array.isArray(schema.required)) {
    shown.required = schema.required.filter((name) => !hidden.has(name));
  }
  for (const keyword of ["dependentRequired", "dependentSchemas", "default", "example"] as const) {
    if (isObject(schema[keyword])) {
      shown[keyword] = dropMembers(schema[keyword], hidden);
    }
  }
  if (Array.isArray(schema.examples)) {
    shown.examples = schema.examples.map((one) => (isObject(one) ? dropMembers(one, hidden) : one));
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    if (Array.isArray(schema[keyword])) {
      shown[keyword] = schema[keyword].map((one) => hideBranch(one, hiding, depth));
    }
  }
  for (const keyword of ["if", "then", "else"] as const) {
    if (schema[keyword] !== undefined) {
      shown[keyword] = hideBranch(schema[keyword], hiding, depth);
    }
  }
  return hideReference(shown, hiding, depth);
}

const hideBranch = (schema: unknown, hiding: Hiding, depth: number): unknown =>
  isObject(schema) ? hideMembers(schema, hiding, depth + 1) : schema;

/** Other places may use the same definition for values that are shown, so the reference is replaced by a copy. */
function hideReference(schema: JsonSchema, hiding: Hiding, depth: number): JsonSchema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) {
    return schema;
  }
  const target = readParts(hiding.root, splitReference($ref));
  if (!isObject(target)) {
    return schema;
  }
  const others = Array.isArray(rest.allOf) ? rest.allOf : [];
  return { ...rest, allOf: [...others, hideMembers(target, hiding, depth + 1)] };
}

const dropMembers = (
  members: Record<string, unknown>,
  hidden: ReadonlySet<string>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !hidden.has(name)));
