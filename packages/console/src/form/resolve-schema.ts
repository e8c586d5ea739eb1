import { followReference } from "./follow-reference.ts";
import { isNullOnly, isObject, type JsonSchema, readRequired, readSchemas } from "./json-schema.ts";

/** A schema without `$ref` and `allOf`, and without branches for null. */
export interface ResolvedSchema {
  schema: JsonSchema;
  /** The references that led here. A schema that contains one of them again is recursive. */
  references: readonly string[];
}

/** A schema of more parts is shown as JSON: parts of parts multiply, also in a short schema. */
const mostParts = 1000;

/**
 * Follows `$ref`, merges `allOf`, inlines unions of one branch. Members beside a reference or a union win over what they point to.
 *
 * @param parts counts the schemas that were joined so far
 * @returns null when the schema is recursive, points to nothing, or joins too many parts, or parts that no single field can show
 */
export function resolveSchema(
  schema: JsonSchema,
  root: JsonSchema,
  references: readonly string[] = [],
  parts: { count: number } = { count: 0 },
): ResolvedSchema | null {
  parts.count += 1;
  if (parts.count > mostParts) {
    return null;
  }
  if (typeof schema.$ref === "string") {
    const { $ref, ...own } = schema;
    const target = references.includes($ref) ? undefined : followReference(root, $ref);
    if (target === undefined) {
      return null;
    }
    const merged = target === true ? own : target === false ? null : mergeSchemas(target, own);
    return merged && resolveSchema(merged, root, [...references, $ref], parts);
  }
  if (Array.isArray(schema.allOf)) {
    return resolveParts(schema, root, references, parts);
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const { [keyword]: union, ...own } = schema;
    const [branch, ...others] = readSchemas(union).filter((each) => !isNullOnly(each));
    if (Array.isArray(union) && others.length === 0) {
      const merged = isObject(branch) ? mergeSchemas(branch, own) : own;
      return merged && resolveSchema(merged, root, references, parts);
    }
  }
  return { schema, references };
}

function resolveParts(
  { allOf, ...own }: JsonSchema,
  root: JsonSchema,
  references: readonly string[],
  parts: { count: number },
): ResolvedSchema | null {
  let result: ResolvedSchema = { schema: {}, references };
  for (const part of readSchemas(allOf)) {
    if (typeof part === "boolean") {
      continue;
    }
    const resolved = resolveSchema(part, root, references, parts);
    const merged = resolved && mergeSchemas(result.schema, resolved.schema);
    if (!merged) {
      return null;
    }
    result = {
      schema: merged,
      references: [...new Set([...result.references, ...resolved.references])],
    };
  }
  const merged = mergeSchemas(result.schema, own);
  return merged && resolveSchema(merged, root, result.references, parts);
}

/** Merges two schemas that must both hold. The second one's words win. @returns null when no single field can show both */
export function mergeSchemas(first: JsonSchema, second: JsonSchema): JsonSchema | null {
  const merged: JsonSchema = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const before = merged[keyword];
    if (before === undefined) {
      merged[keyword] = value;
      continue;
    }
    const both = mergeKeyword(keyword, before, value);
    if (both === null) {
      return null;
    }
    merged[keyword] = both;
  }
  return merged;
}

function mergeKeyword(keyword: string, before: unknown, value: unknown): unknown {
  switch (keyword) {
    case "required":
      return [...new Set([...readRequired({ required: before }), ...readRequired({ required: value })])];
    case "properties":
      return isObject(before) && isObject(value) ? mergeProperties(before, value) : value;
    case "type": {
      const types = [before].flat();
      const shared = [value].flat().filter((type) => types.includes(type));
      return shared.length === 0 ? null : shared.length === 1 ? shared[0] : shared;
    }
    case "enum": {
      const values = Array.isArray(before) ? before : [];
      const shared = Array.isArray(value) ? value.filter((each) => values.includes(each)) : values;
      return shared.length === 0 ? null : shared;
    }
    case "const":
      return before === value ? value : null;
    case "anyOf":
    case "oneOf":
      // One field cannot show a choice in each of two unions.
      return JSON.stringify(before) === JSON.stringify(value) ? value : null;
    case "items":
      return isObject(before) && isObject(value) ? mergeSchemas(before, value) : value;
    default:
      return value;
  }
}

function mergeProperties(first: JsonSchema, second: JsonSchema): JsonSchema | null {
  const merged: JsonSchema = { ...first };
  for (const [name, property] of Object.entries(second)) {
    const before = merged[name];
    // References are merged when the property itself is resolved.
    merged[name] =
      isObject(before) && isObject(property)
        ? before.$ref === undefined && property.$ref === undefined
          ? (mergeSchemas(before, property) ?? {})
          : { allOf: [before, property] }
        : property;
  }
  return merged;
}
