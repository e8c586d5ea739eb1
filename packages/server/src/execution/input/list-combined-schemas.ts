import { type JsonSchema, readParts, splitReference } from "@bowline/catalog";

/**
 * Lists the schemas given and those that they combine for the same value, by reference or by one of the keywords.
 *
 * @param root contains the definitions that references name
 * @param keywords such as `allOf`; its value is a schema or a list of them
 * @param maxSchemas more are not looked at
 */
export function listCombinedSchemas(
  schemas: readonly unknown[],
  root: JsonSchema,
  keywords: readonly string[],
  maxSchemas: number,
): JsonSchema[] {
  if (schemas.length === 0) {
    return [];
  }
  const found = new Set<JsonSchema>();
  const left = [...schemas];
  while (left.length > 0 && found.size < maxSchemas) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || found.has(next as JsonSchema)) {
      continue;
    }
    const schema = next as JsonSchema;
    found.add(schema);
    left.push(...keywords.flatMap((keyword) => beginningOf(schema[keyword], maxSchemas)));
    if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) {
      left.push(readParts(root, splitReference(schema.$ref)));
    }
  }
  return [...found];
}

/** Many schemas may share a list of any length, and more of it would not be looked at. */
const beginningOf = (value: unknown, count: number): unknown =>
  Array.isArray(value) ? value.slice(0, count) : value;
