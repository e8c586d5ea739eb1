import type { JsonSchema } from "@bowline/catalog";
import { isObject, objectOf } from "../../runtimes/is-object.ts";
import { masked } from "../../runtimes/secret-texts.ts";

const encoded = Buffer.from(masked).toString("base64");

/** Writes the mask as base64 where an input takes the content of a file, so that a request can be built of it. */
export function encodeMasks(
  input: Readonly<Record<string, unknown>>,
  { properties }: JsonSchema,
): Record<string, unknown> {
  const schemas = objectOf(properties);
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      Object.hasOwn(schemas, name) ? encode(value, schemas[name]) : value,
    ]),
  );
}

function encode(value: unknown, schema: unknown): unknown {
  const alternatives = isObject(schema) ? [schema, schema.anyOf ?? []].flat().filter(isObject) : [];
  if (value === masked) {
    return alternatives.some(({ contentEncoding }) => contentEncoding === "base64") ? encoded : value;
  }
  if (Array.isArray(value)) {
    const items = alternatives.find((one) => one.items !== undefined)?.items;
    return value.map((item) => encode(item, items));
  }
  return isObject(value) && value.base64 === masked ? { ...value, base64: encoded } : value;
}
