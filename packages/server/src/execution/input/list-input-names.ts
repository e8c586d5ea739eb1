import type { JsonSchema } from "@bowline/catalog";
import { objectOf } from "../../runtimes/is-object.ts";
import { listCombinedSchemas } from "./list-combined-schemas.ts";

const keywords = ["allOf", "anyOf", "oneOf", "if", "then", "else"];
const maxSchemas = 256;

/** Lists the names of a tool's input members, also those of alternatives. Null when the schema names none and takes any. */
export function listInputNames(root: JsonSchema): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const { properties } of listCombinedSchemas([root], root, keywords, maxSchemas)) {
    for (const name of Object.keys(objectOf(properties))) {
      names.add(name);
    }
  }
  return names.size === 0 && root.additionalProperties !== false ? null : names;
}
