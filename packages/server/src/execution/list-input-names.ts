import { type JsonSchema, readParts, splitReference } from "@bowline/catalog";
import { asObject } from "./as-object.ts";

/** Schemas that say something about the same value; more are not looked at. */
const maxSchemas = 256;

/** Lists the names of a tool's input members, also those of alternatives. Null when the schema names none and takes any. */
export function listInputNames(root: JsonSchema): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const { properties } of listRootSchemas(root)) {
    for (const name of Object.keys(asObject(properties))) {
      names.add(name);
    }
  }
  return names.size === 0 && root.additionalProperties !== false ? null : names;
}

/** The schema itself, and those that it combines for the same value. */
function listRootSchemas(root: JsonSchema): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const left: unknown[] = [root];
  while (left.length > 0 && found.size < maxSchemas) {
    const schema = left.pop();
    if (typeof schema !== "object" || schema === null || found.has(schema as JsonSchema)) {
      continue;
    }
    const one = schema as JsonSchema;
    found.add(one);
    left.push(...[one.allOf, one.anyOf, one.oneOf, one.if, one.then, one.else].flat());
    if (typeof one.$ref === "string" && one.$ref.startsWith("#")) {
      left.push(readParts(root, splitReference(one.$ref)));
    }
  }
  return [...found];
}
