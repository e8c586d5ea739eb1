import type { JsonSchema } from "@bowline/catalog";

/**
 * A text as a value that an input's schema takes; undefined when it is none of those. Used where a request gives text and the
 * application wants a number: filters and context values.
 *
 * @param root the whole schema, into whose `$defs` a reference may lead
 */
export function readTextAs(schema: unknown, text: string, root: JsonSchema): unknown {
  const followed = follow(schema, root);
  const types = [followed.type].flat();
  const value = types.includes(undefined) ? text : readTyped(types, text, followed, root);
  return Array.isArray(followed.enum) && !followed.enum.includes(value) ? undefined : value;
}

function readTyped(types: unknown[], text: string, schema: JsonSchema, root: JsonSchema): unknown {
  if (types.includes("string")) {
    return text;
  }
  if (types.includes("array")) {
    const items = text.split(",").map((item) => readTextAs(schema.items ?? {}, item.trim(), root));
    return items.includes(undefined) ? undefined : items;
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) {
    return text === "true";
  }
  const number = text.trim() === "" ? Number.NaN : Number(text);
  const isWanted = types.includes("number") || (types.includes("integer") && Number.isSafeInteger(number));
  return isWanted && Number.isFinite(number) ? number : undefined;
}

function follow(schema: unknown, root: JsonSchema): JsonSchema {
  const { $ref: reference } = asObject(schema);
  if (typeof reference !== "string") {
    return asObject(schema);
  }
  return asObject(asObject(root.$defs)[reference.replace("#/$defs/", "")]);
}

const asObject = (value: unknown): JsonSchema =>
  typeof value === "object" && value !== null ? (value as JsonSchema) : {};
