import type { JsonSchema } from "../json-schema.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";

/** Real applications break these rules of their own descriptions. What is left says which members there may be, and their types. */
const dropped = new Set([
  "required",
  "dependentRequired",
  "dependentSchemas",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "minItems",
  "maxItems",
  "uniqueItems",
  "contains",
  "minContains",
  "maxContains",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "unevaluatedProperties",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
]);

/**
 * Relaxes an output schema, so that a value stays valid when members are removed from it (decisions D61). It accepts every value that
 * the schema given accepts.
 */
export function relaxOutputSchema(schema: JsonSchema): JsonSchema {
  const members: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!dropped.has(keyword) && !(keyword === "additionalProperties" && value === false)) {
      // Relaxed alternatives may all match.
      members.push([keyword === "oneOf" ? "anyOf" : keyword, relaxValue(keyword, value)]);
    }
  }
  const { oneOf, anyOf } = schema;
  return Array.isArray(oneOf) && Array.isArray(anyOf)
    ? { ...Object.fromEntries(members), anyOf: relaxValue("anyOf", [...anyOf, ...oneOf]) }
    : Object.fromEntries(members);
}

function relaxValue(keyword: string, value: unknown): unknown {
  if (schemaKeywords.has(keyword)) {
    return relaxAny(value);
  }
  if (listKeywords.has(keyword) && Array.isArray(value)) {
    return value.map(relaxAny);
  }
  if (mapKeywords.has(keyword) && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, relaxAny(one)]));
  }
  return value;
}

const relaxAny = (value: unknown): unknown => (isRecord(value) ? relaxOutputSchema(value) : value);
