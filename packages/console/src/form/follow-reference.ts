import { readFragment } from "./json-pointer.ts";
import { isObject, isSchema, type JsonSchema } from "./json-schema.ts";

/** Finds what a reference into the same document points to; undefined: nothing, or no schema. */
export function followReference(root: JsonSchema, reference: string): JsonSchema | boolean | undefined {
  if (!reference.startsWith("#")) {
    return undefined;
  }
  let found: unknown = root;
  for (const name of readFragment(reference)) {
    found =
      isObject(found) && Object.hasOwn(found, name)
        ? found[name]
        : Array.isArray(found)
          ? found[Number(name)]
          : undefined;
  }
  return isSchema(found) ? found : undefined;
}
