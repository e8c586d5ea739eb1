import type { JsonSchema } from "@bowline/catalog";
import { readList } from "../../runtimes/read-list.ts";
import { followReferences } from "./follow-references.ts";

/**
 * Converts a text to a value that an input's schema accepts; undefined when it cannot. Used for filters and context values, which
 * are texts even where the application expects a number.
 *
 * @param root the whole schema, for references into its `$defs`
 */
export function readTextAs(schema: unknown, text: string, root: JsonSchema): unknown {
  const followed = followReferences(schema, root);
  const types = [followed.type].flat();
  const value = types.includes(undefined) ? text : readTyped(types, text, followed, root);
  return Array.isArray(followed.enum) && !followed.enum.includes(value) ? undefined : value;
}

function readTyped(types: unknown[], text: string, schema: JsonSchema, root: JsonSchema): unknown {
  if (types.includes("string")) {
    return text;
  }
  if (types.includes("array")) {
    const items = readList(text).map((item) => readTextAs(schema.items ?? {}, item, root));
    return items.includes(undefined) ? undefined : items;
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) {
    return text === "true";
  }
  const number = text.trim() === "" ? Number.NaN : Number(text);
  const isWanted = types.includes("number") || (types.includes("integer") && Number.isSafeInteger(number));
  return isWanted && Number.isFinite(number) ? number : undefined;
}
