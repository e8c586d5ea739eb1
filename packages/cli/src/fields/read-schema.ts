import type { JsonSchema } from "@bowline/sdk";

/** A member of a tool's input. */
export interface Field {
  name: string;
  /** The names of the JSON types that it may have; empty: any. */
  types: string[];
  description: string;
  isRequired: boolean;
  /** Without null, for which a text cannot be told from the word. */
  enum: unknown[] | null;
  schema: JsonSchema;
}

/** Lists the members of an object schema, the required ones first. @param root contains the definitions */
export function listFields(schema: JsonSchema, root: JsonSchema = schema): Field[] {
  const fields = new Map<string, Field>();
  for (const part of [schema, ...findParts(schema, root)]) {
    const required = Array.isArray(part.required) ? part.required : [];
    for (const [name, member] of Object.entries(asObject(part.properties) ?? {})) {
      const resolved = resolveRef(asObject(member) ?? {}, root);
      fields.set(name, {
        name,
        types: findTypes(resolved, root),
        description: typeof resolved.description === "string" ? resolved.description : "",
        isRequired: required.includes(name),
        enum: asList(resolved.enum)?.filter((value) => value !== null) ?? null,
        schema: resolved,
      });
    }
  }
  return [...fields.values()].sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** The option that sets a member as a pair: `-f name=text` or `-F name=json`. */
export const writePairFlag = ({ types }: Field): string =>
  types.length === 1 && types[0] === "string" ? "-f" : "-F";

/** Whether an object may have members that the schema does not name. */
export const isOpen = (schema: JsonSchema): boolean =>
  schema.additionalProperties === true || typeof schema.additionalProperties === "object";

/** Follows a reference into the root's definitions. */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let steps = 0; steps < 16 && typeof current.$ref === "string"; steps++) {
    const path = current.$ref.startsWith("#/") ? current.$ref.slice(2).split("/") : null;
    if (path === null) {
      return {};
    }
    let found: unknown = root;
    for (const step of path) {
      found = asObject(found)?.[decodeStep(step)];
    }
    current = asObject(found) ?? {};
  }
  return current;
}

/** A step of a JSON Pointer in a reference (RFC 6901 §6). What is no percent-encoding is taken as it is. */
function decodeStep(step: string): string {
  return decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The types of a schema and of its alternatives, without `null`. */
export function findTypes(schema: JsonSchema, root: JsonSchema): string[] {
  const parts = new Set([schema]);
  // A set also goes through what is added on the way. Alternatives may share others, or contain themselves.
  for (const part of parts) {
    for (const inner of findParts(part, root)) {
      parts.add(inner);
    }
  }
  const all = [...parts].flatMap(listOwnTypes);
  return [...new Set(all.filter((type): type is string => typeof type === "string" && type !== "null"))];
}

function listOwnTypes(schema: JsonSchema): unknown[] {
  const own = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  return own.length > 0 ? own : (asList(schema.enum) ?? [schema.const]).map(nameType);
}

function findParts(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  return ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
    (asList(schema[keyword]) ?? []).map((part) => resolveRef(asObject(part) ?? {}, root)),
  );
}

function nameType(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : typeof value;
}

export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

const asList = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
