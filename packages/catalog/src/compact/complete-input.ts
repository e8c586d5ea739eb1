import type { JsonSchema } from "../json-schema.ts";
import { mapMembers, mapNestedSchemas } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";

/** Gives each schema of arrays an `items`, without which OpenAI refuses a whole request. The schema accepts the same values. */
export function completeArrays(schema: JsonSchema): JsonSchema {
  return complete(schema) as JsonSchema;
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
