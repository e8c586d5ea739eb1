import { isSecretName, mayBeSecret } from "@bowline/contract/secret-name";
import {
  isObject,
  isSchema,
  type JsonSchema,
  readProperties,
  readSchemas,
} from "../../../form/json-schema.ts";
import { resolveSchema } from "../../../form/resolve-schema.ts";

interface Hiding {
  root: JsonSchema;
  replace(name: string): string | undefined;
}

/** Alternatives within alternatives. */
const maxDepth = 4;

/**
 * Replaces or removes what the server masks, too: what a schema marks as secret (`format: password`, `writeOnly`), and what is named
 * like a secret (decisions D46).
 *
 * @param replace the text for a secret of this name; undefined removes it
 */
export function hideSecrets(
  value: unknown,
  schema: JsonSchema | boolean,
  root: JsonSchema,
  replace: (name: string) => string | undefined,
): unknown {
  return hide(value, [schema], { root, replace }, "");
}

function hide(value: unknown, schemas: readonly unknown[], hiding: Hiding, name: string): unknown {
  const holding = schemas.flatMap((schema) => listHolding(schema, hiding.root, maxDepth));
  const isSecret =
    isSecretName(name) ||
    holding.some(({ format, writeOnly }) => format === "password" || writeOnly === true);
  if (isSecret && mayBeSecret(value)) {
    return hiding.replace(name);
  }
  if (Array.isArray(value)) {
    const items = holding.map((schema) => schema.items);
    return value.map((item) => hide(item, items, hiding, name));
  }
  if (!isObject(value)) {
    return value;
  }
  const members = holding.map((schema) => ({
    own: new Map(readProperties(schema)),
    others: schema.additionalProperties,
  }));
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, each]) => {
      const inner = members.map(({ own, others }) => own.get(member) ?? others);
      const kept = hide(each, inner, hiding, member);
      return kept === undefined ? [] : [[member, kept]];
    }),
  );
}

/** Lists the schemas that hold, or may hold, for a value of a schema: its own, and its alternatives. */
function listHolding(schema: unknown, root: JsonSchema, depth: number): JsonSchema[] {
  const own =
    isSchema(schema) && typeof schema !== "boolean" ? resolveSchema(schema, root)?.schema : undefined;
  if (own === undefined || depth === 0) {
    return [];
  }
  const alternatives = [own.anyOf, own.oneOf].flatMap(readSchemas);
  return [own, ...alternatives.flatMap((one) => listHolding(one, root, depth - 1))];
}
