import type { JsonSchema } from "@bowline/catalog";
import { readList } from "../../runtimes/read-list.ts";
import { followReferences } from "./follow-references.ts";

/** How deep lists may be in each other: the items of a schema may be that schema again. */
const maxDepth = 10;

/**
 * Converts a text to a value that an input's schema accepts; undefined when it cannot. Used for filters and context values, which
 * are texts even where the application expects a number.
 *
 * @param root the whole schema, for references into its `$defs`
 */
export const readTextAs = (schema: unknown, text: string, root: JsonSchema): unknown =>
  readBelow(schema, text, root, 0);

function readBelow(schema: unknown, text: string, root: JsonSchema, depth: number): unknown {
  if (depth > maxDepth) {
    return undefined;
  }
  const followed = followReferences(schema, root);
  const types = [followed.type].flat();
  const readItem = (item: string) => readBelow(followed.items ?? {}, item, root, depth + 1);
  const value = types.includes(undefined) ? text : readTyped(types, text, readItem);
  return Array.isArray(followed.enum) && !followed.enum.includes(value) ? undefined : value;
}

function readTyped(types: unknown[], text: string, readItem: (text: string) => unknown): unknown {
  if (types.includes("string")) {
    return text;
  }
  if (types.includes("array")) {
    const items = readList(text).map(readItem);
    return items.includes(undefined) ? undefined : items;
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) {
    return text === "true";
  }
  const number = text.trim() === "" ? Number.NaN : Number(text);
  const isWanted = types.includes("number") || (types.includes("integer") && Number.isSafeInteger(number));
  return isWanted && Number.isFinite(number) ? number : undefined;
}
