import type { JsonSchema } from "../json-schema.ts";
import { mapNestedSchemas } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";
import { shortenEnumeration } from "./shorten-enumeration.ts";

/** Real applications break these rules of their own descriptions. What is left says which members there may be, and their types. */
const dropped = new Set([
  "required",
  "dependencies",
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
 * Relaxes an output schema, so that a value stays valid when members are removed from it (decisions D61). Long enumerations are
 * left out: the value itself tells. It accepts every value that the schema given accepts.
 */
export function relaxOutputSchema(whole: JsonSchema): JsonSchema {
  const schema = shortenEnumeration(whole)?.schema ?? whole;
  const members: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!dropped.has(keyword) && !(keyword === "additionalProperties" && value === false)) {
      // Relaxed alternatives may all match.
      members.push([keyword === "oneOf" ? "anyOf" : keyword, mapNestedSchemas(keyword, value, relaxAny)]);
    }
  }
  const { oneOf, anyOf } = schema;
  return Array.isArray(oneOf) && Array.isArray(anyOf)
    ? { ...Object.fromEntries(members), anyOf: [...anyOf, ...oneOf].map(relaxAny) }
    : Object.fromEntries(members);
}

const relaxAny = (value: unknown): unknown => (isRecord(value) ? relaxOutputSchema(value) : value);
