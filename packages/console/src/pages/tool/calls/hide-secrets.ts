import { isObject, type JsonSchema, readProperties } from "../../../form/json-schema.ts";
import { resolveSchema } from "../../../form/resolve-schema.ts";

/**
 * Replaces or removes what a schema marks as secret (`format: password`, `writeOnly`).
 *
 * @param replace the text for a secret of this name; undefined removes it
 */
export function hideSecrets(
  value: unknown,
  schema: JsonSchema | boolean,
  root: JsonSchema,
  replace: (name: string) => string | undefined,
  name = "",
): unknown {
  const resolved = typeof schema === "boolean" ? null : resolveSchema(schema, root);
  if (resolved === null) {
    return value;
  }
  const { schema: own } = resolved;
  if (own.format === "password" || own.writeOnly === true) {
    return replace(name);
  }
  if (Array.isArray(value)) {
    const { items } = own;
    return isObject(items) ? value.map((item) => hideSecrets(item, items, root, replace, name)) : value;
  }
  if (!isObject(value)) {
    return value;
  }
  const properties = new Map(readProperties(own));
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, each]) => {
      const property = properties.get(member);
      const kept = property === undefined ? each : hideSecrets(each, property, root, replace, member);
      return kept === undefined ? [] : [[member, kept]];
    }),
  );
}
