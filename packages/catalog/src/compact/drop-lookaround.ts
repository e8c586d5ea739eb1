import type { JsonSchema } from "../json-schema.ts";
import { mapMembers, mapNestedSchemas } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";

const lookaround = /\(\?<?[=!]/;
/** A schema below these must not accept more than before, or the whole would accept less. Definitions may be used there. */
const exactBelow = new Set(["not", "if", "contains"]);
const mayBeExact = /"(?:not|if|contains)":/;
const definitionKeywords = new Set(["$defs", "definitions"]);

/**
 * Leaves out patterns that look ahead or behind, for which OpenAI refuses a whole request. Every value that the schema accepts, the
 * returned one accepts too.
 */
export function dropLookaround(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  return lookaround.test(text) ? dropFrom(schema, mayBeExact.test(text)) : schema;
}

function dropFrom(schema: JsonSchema, hasExactDefinitions: boolean): JsonSchema {
  const { pattern, ...others } = schema;
  const kept = typeof pattern === "string" && lookaround.test(pattern) ? others : schema;
  const { oneOf, ...dropped } = mapMembers(kept, (value, keyword) =>
    exactBelow.has(keyword) || (hasExactDefinitions && definitionKeywords.has(keyword))
      ? value
      : mapNestedSchemas(keyword, value, (one) => (isRecord(one) ? dropFrom(one, hasExactDefinitions) : one)),
  );
  if (oneOf === undefined) {
    return dropped;
  }
  // Alternatives without their patterns may all match.
  return dropped.anyOf === undefined ? { ...dropped, anyOf: oneOf } : { ...dropped, oneOf: schema.oneOf };
}
