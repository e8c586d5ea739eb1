import type { JsonSchema } from "../../json-schema.ts";
import { listOf } from "../../record.ts";
import { isLargeInteger } from "../document/exact-integers.ts";
import { fitValue } from "./enumeration.ts";
import { typesOf } from "./schema-type.ts";

/**
 * Converts the default and the examples to the types of their schema, as an `enum` is, and drops those that do not fit then. A model
 * copies them, and the call would be refused.
 */
export function fitValues(schema: JsonSchema, isNullable = false): JsonSchema {
  const stated = typesOf(schema.type);
  if (stated === null || (schema.default === undefined && schema.examples === undefined)) {
    return schema;
  }
  const types = isNullable ? [...stated, "null"] : stated;
  const { default: usual, examples, ...others } = schema;
  const fit = (values: unknown[]) =>
    values.map((value) => fitValue(value, types)).filter((value) => isOfType(value, types));
  const defaults = usual === undefined ? [] : fit([usual]);
  const fitting = fit(listOf(examples));
  return {
    ...others,
    ...(defaults.length > 0 && { default: defaults[0] }),
    ...(fitting.length > 0 && { examples: fitting }),
  };
}

function isOfType(value: unknown, types: readonly string[]): boolean {
  switch (typeof value) {
    case "number":
      return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
    case "string":
      return types.includes("string") || (types.includes("integer") && isLargeInteger(value));
    case "boolean":
      return types.includes("boolean");
    default:
      return types.includes(value === null ? "null" : Array.isArray(value) ? "array" : "object");
  }
}
