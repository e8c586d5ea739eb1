import type { JsonSchema } from "../json-schema.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";

/** Gives each schema of arrays an `items`, without which OpenAI refuses a whole request. The schema accepts the same values. */
export function completeArrays(schema: JsonSchema): JsonSchema {
  return complete(schema) as JsonSchema;
}

function complete(schema: unknown): unknown {
  if (!isRecord(schema)) {
    return schema;
  }
  const completed = mapValues(schema, completeValue);
  const isArray = [schema.type].flat().includes("array");
  const lacksItems = schema.items === undefined || schema.items === true;
  return isArray && lacksItems ? { ...completed, items: {} } : completed;
}

function completeValue(value: unknown, keyword: string): unknown {
  if (schemaKeywords.has(keyword)) {
    return complete(value);
  }
  if (listKeywords.has(keyword) && Array.isArray(value)) {
    const completed = value.map(complete);
    return completed.some((one, index) => one !== value[index]) ? completed : value;
  }
  return mapKeywords.has(keyword) && isRecord(value) ? mapValues(value, complete) : value;
}

/** Returns the object itself when no value changes: most schemas are complete. */
function mapValues(object: JsonSchema, map: (value: unknown, name: string) => unknown): JsonSchema {
  const mapped = Object.entries(object).map(([name, value]) => [name, map(value, name)] as const);
  return mapped.some(([name, value]) => value !== object[name]) ? Object.fromEntries(mapped) : object;
}
