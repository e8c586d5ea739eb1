import type { JsonSchema } from "@bowline/catalog";
import { readParts, splitReference } from "@bowline/catalog/json-pointer";
import { objectOf } from "../../runtimes/is-object.ts";

/** A definition may be a reference itself, and a circle of them has no end. */
const maxReferences = 8;

/** Returns the definition that a schema refers to, or the schema itself; an empty one for what is no schema. */
export function followReferences(schema: unknown, root: JsonSchema): JsonSchema {
  let found = objectOf(schema);
  for (let count = 0; count < maxReferences && typeof found.$ref === "string"; count++) {
    found = objectOf(readParts(root, splitReference(found.$ref)));
  }
  return found;
}
