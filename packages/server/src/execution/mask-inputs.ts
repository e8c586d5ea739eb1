import { type JsonSchema, readParts, splitReference } from "@bowline/catalog";
import { masked } from "../runtimes/secret-texts.ts";
import { isSecretName } from "./is-secret-name.ts";

type Input = Readonly<Record<string, unknown>>;

/** Schemas that may hold for one value; more are not looked at. */
const maxSchemas = 64;

/**
 * The input with `***` for every member, at any depth, that is named for a secret or that its schema calls one (`format: password`,
 * `writeOnly`): for the dry run and the history (decisions D46). The same object when there is none.
 *
 * @param onSecret told each value that is masked
 */
export function maskSecretInputs(
  schema: JsonSchema,
  input: Input,
  onSecret: (value: unknown) => void = () => undefined,
): Input {
  const schemas = declaresSecret(schema) ? [schema] : [];
  return maskMembers(input, schemas, { schema, onSecret }) as Input;
}

const declaring = new WeakMap<JsonSchema, boolean>();

/** Whether the schema calls anything a secret. Few do, and then only names count; found out once a schema. */
function declaresSecret(schema: JsonSchema): boolean {
  let found = declaring.get(schema);
  if (found === undefined) {
    found = /"format":"password"|"writeOnly":true/.test(JSON.stringify(schema));
    declaring.set(schema, found);
  }
  return found;
}

interface Root {
  schema: JsonSchema;
  onSecret(value: unknown): void;
}

function maskMembers(value: unknown, schemas: readonly unknown[], root: Root): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const holding = listHolding(schemas, root);
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const own = Array.isArray(value) ? itemSchemas(holding) : memberSchemas(holding, name);
    const isSecret = (!Array.isArray(value) && isSecretName(name)) || isSecretSchema(own, root);
    const isMasked = isSecret && mayBeSecret(member);
    if (isMasked) {
      root.onSecret(member);
    }
    const shown = isMasked ? masked : maskMembers(member, own, root);
    if (shown !== member) {
      copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[name] = shown;
    }
  }
  return copy ?? value;
}

/** `resetPassword: true` gives nothing away. */
const mayBeSecret = (value: unknown): boolean => value !== null && value !== "" && typeof value !== "boolean";

const isSecretSchema = (schemas: readonly unknown[], root: Root): boolean =>
  schemas.length > 0 &&
  listHolding(schemas, root).some((schema) => schema.format === "password" || schema.writeOnly === true);

/** The schemas and all that they say holds, or may hold, for the same value. */
function listHolding(schemas: readonly unknown[], root: Root): JsonSchema[] {
  if (schemas.length === 0) {
    return [];
  }
  const found = new Set<JsonSchema>();
  const left = [...schemas];
  while (left.length > 0 && found.size < maxSchemas) {
    const schema = left.pop();
    if (typeof schema !== "object" || schema === null || found.has(schema as JsonSchema)) {
      continue;
    }
    const one = schema as JsonSchema;
    found.add(one);
    left.push(...[one.allOf, one.anyOf, one.oneOf, one.then, one.else].flat());
    if (typeof one.$ref === "string" && one.$ref.startsWith("#")) {
      left.push(readParts(root.schema, splitReference(one.$ref)));
    }
  }
  return [...found];
}

function memberSchemas(holding: readonly JsonSchema[], name: string): unknown[] {
  return holding.flatMap(({ properties, additionalProperties }) => {
    const own = typeof properties === "object" && properties !== null && Object.hasOwn(properties, name);
    return own ? [(properties as JsonSchema)[name]] : [additionalProperties];
  });
}

const itemSchemas = (holding: readonly JsonSchema[]): unknown[] =>
  holding.flatMap(({ items, prefixItems }) => [items, ...[prefixItems ?? []].flat()]);
