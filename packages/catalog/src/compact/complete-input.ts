import type { JsonSchema } from "../json-schema.ts";
import { mapMembers, mapNestedSchemas } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";

/**
 * Gives an input schema `properties`, and each schema of arrays in it `items`: without them OpenAI refuses a whole request. The schema
 * accepts the same values.
 */
export function completeInput(schema: JsonSchema): JsonSchema {
  const completed = complete(schema) as JsonSchema;
  return completed.properties === undefined ? { ...completed, properties: {} } : completed;
}

function complete(schema: unknown): unknown {
  if (!isRecord(schema)) {
    return schema;
  }
  const completed = mapMembers(schema, (value, keyword) => mapNestedSchemas(keyword, value, complete));
  const isArray = [schema.type].flat().includes("array");
  const lacksItems = schema.items === undefined || schema.items === true;
  return isArray && lacksItems ? { ...completed, items: {} } : completed;
}
