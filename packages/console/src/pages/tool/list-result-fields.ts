import { readPointer } from "../../form/json-pointer.ts";
import { isObject, type JsonSchema, readProperties } from "../../form/json-schema.ts";
import { resolveSchema } from "../../form/resolve-schema.ts";

/** Lists the members of a tool's results, as its output schema describes them. */
export function listResultFields(schema: JsonSchema | undefined, resultsPath: string | null): string[] {
  if (schema === undefined || resultsPath === null) {
    return [];
  }
  let found: unknown = schema;
  for (const part of readPointer(resultsPath)) {
    const object = resolve(found, schema);
    found = isObject(object?.properties) ? object.properties[part] : undefined;
  }
  const list = resolve(found, schema);
  const item = resolve(list?.items, schema);
  return item === null ? [] : readProperties(item).map(([name]) => name);
}

const resolve = (schema: unknown, root: JsonSchema): JsonSchema | null =>
  isObject(schema) ? (resolveSchema(schema, root)?.schema ?? null) : null;
