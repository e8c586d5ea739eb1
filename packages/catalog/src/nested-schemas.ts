import { isRecord, type UncheckedRecord } from "./record.ts";

/** Keywords of JSON Schema whose value is one schema. */
export const schemaKeywords: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);

/** Keywords whose value is a list of schemas. */
export const listKeywords: ReadonlySet<string> = new Set(["oneOf", "anyOf", "allOf", "prefixItems"]);

/** Keywords whose value holds schemas by name. */
export const mapKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/**
 * Maps the schemas that a keyword's value holds. Returns the value itself when none changes, or when it holds none.
 *
 * @param map gets a schema with its name, which is empty where the schemas have no names
 */
export function mapNestedSchemas(
  keyword: string,
  value: unknown,
  map: (schema: unknown, name: string) => unknown,
): unknown {
  if (schemaKeywords.has(keyword)) {
    return map(value, "");
  }
  if (listKeywords.has(keyword) && Array.isArray(value)) {
    const mapped = value.map((one) => map(one, ""));
    return mapped.some((one, index) => one !== value[index]) ? mapped : value;
  }
  return mapKeywords.has(keyword) && isRecord(value) ? mapMembers(value, map) : value;
}

/** Maps the values of an object. Returns the object itself when none changes. */
export function mapMembers(
  object: UncheckedRecord,
  map: (value: unknown, name: string) => unknown,
): UncheckedRecord {
  const mapped = Object.entries(object).map(([name, value]) => [name, map(value, name)] as const);
  return mapped.some(([name, value]) => value !== object[name]) ? Object.fromEntries(mapped) : object;
}
