import type { JsonSchema } from "@bowline/catalog";
import { mayBeSecret } from "@bowline/contract/secret-name";
import { masked } from "../../runtimes/secret-texts.ts";
import { listCombinedSchemas } from "../input/list-combined-schemas.ts";
import { isSecretName } from "./is-secret-name.ts";

type Input = Readonly<Record<string, unknown>>;

/** Keywords whose schemas hold, or may hold, for a value. */
const keywords = ["allOf", "anyOf", "oneOf", "then", "else"];
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
  const members = value as Record<string, unknown>;
  const holding = listHolding(schemas, root);
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const own = Array.isArray(value) ? itemSchemas(holding) : memberSchemas(holding, name);
    const isSecret = (!Array.isArray(value) && isSecretName(name)) || isSecretSchema(own, root);
    const isMasked = isSecret && mayBeSecret(member);
    if (isMasked) {
      root.onSecret(member);
    }
    const shown = isMasked ? masked : maskMembers(member, own, root);
    if (shown !== member) {
      copy ??= (Array.isArray(value) ? [...value] : { ...members }) as Record<string, unknown>;
      copy[name] = shown;
    }
  }
  return copy ?? value;
}

const isSecretSchema = (schemas: readonly unknown[], root: Root): boolean =>
  schemas.length > 0 &&
  listHolding(schemas, root).some((schema) => schema.format === "password" || schema.writeOnly === true);

/** Most schemas call nothing a secret, and then none is looked at. */
const noSchemas: readonly never[] = [];

const listHolding = (schemas: readonly unknown[], root: Root): readonly JsonSchema[] =>
  schemas.length === 0 ? noSchemas : listCombinedSchemas(schemas, root.schema, keywords, maxSchemas);

function memberSchemas(holding: readonly JsonSchema[], name: string): readonly unknown[] {
  if (holding.length === 0) {
    return noSchemas;
  }
  return holding.flatMap(({ properties, additionalProperties }) => {
    const own = typeof properties === "object" && properties !== null && Object.hasOwn(properties, name);
    return own ? [(properties as JsonSchema)[name]] : [additionalProperties];
  });
}

const itemSchemas = (holding: readonly JsonSchema[]): readonly unknown[] =>
  holding.length === 0
    ? noSchemas
    : holding.flatMap(({ items, prefixItems }) => [items, ...[prefixItems ?? []].flat()]);
