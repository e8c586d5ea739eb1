import type { RJSFSchema } from "@rjsf/utils";
import { isObject } from "./json-schema.ts";
import type { Path } from "./values.ts";

/**
 * Whether a form shows what is wrong at a path beside a field. A member that the form does not know has none, and of a union it depends
 * on what is chosen.
 */
export function hasField(schema: RJSFSchema, path: Path): boolean {
  const [first, ...rest] = path;
  if (first === undefined) {
    return true;
  }
  if (schema.$comment !== undefined) {
    return schema.$comment !== "union";
  }
  const inner = typeof first === "number" ? schema.items : schema.properties?.[first];
  return isObject(inner) && hasField(inner, rest);
}
