import { isRecord, listOf, namedEntriesOf, recordOf, textsOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";
import { typesOf } from "./schema-type.ts";

/** An object schema whose properties can become separate inputs. */
export interface FlatObject {
  properties: Map<string, unknown>;
  required: Set<string>;
  /** Unions that consist only of `required` lists, such as "at least one of these". */
  requirements: { keyword: "anyOf" | "oneOf"; lists: string[][] }[];
  /** The properties that a property requires when it is given (`dependentRequired`). */
  dependents: Map<string, string[]>;
  /** The strictest `minProperties` and `maxProperties`. */
  sizes: { minProperties?: number; maxProperties?: number };
  /** Whether a part of the schema permits no other properties. */
  isClosed: boolean;
}

const maximumDepth = 12;

/** Keywords that restrict an object beyond its properties. */
const unspreadable = [
  "not",
  "if",
  "patternProperties",
  "enum",
  "const",
  "dependentSchemas",
  "unevaluatedProperties",
];

/**
 * Returns the properties of an object schema with its `allOf` members merged. Null when the schema is not an object, has no
 * properties, permits any other properties, or is a union.
 */
export function flattenObject(schema: unknown, references: References): FlatObject | null {
  const merged: Merged = {
    properties: new Map(),
    required: new Set(),
    requirements: [],
    dependents: new Map(),
    sizes: {},
    isClosed: false,
    parts: new Set(),
  };
  if (!mergeSchema(schema, merged, references, 0) || merged.properties.size === 0) {
    return null;
  }
  const { parts: _parts, properties, ...flat } = merged;
  return { ...flat, properties: new Map([...properties].map(([name, stated]) => [name, joinAll(stated)])) };
}

/** What is known of an object while its parts are merged. */
interface Merged extends Omit<FlatObject, "properties"> {
  /** What the parts state of each property. */
  properties: Map<string, Set<unknown>>;
  /** The schemas that are merged. Each is merged once: many may share the same ones. */
  parts: Set<UncheckedRecord>;
}

function joinAll(stated: ReadonlySet<unknown>): unknown {
  const [first] = stated;
  return stated.size === 1 ? first : { allOf: [...stated] };
}

/** Merges a schema and its `allOf` members. Returns false when one of them cannot be spread. */
function mergeSchema(schema: unknown, merged: Merged, references: References, depth: number): boolean {
  const object = references.followToRecord(schema);
  if (!object || depth > maximumDepth || !isPlainObject(object)) {
    return false;
  }
  if (merged.parts.has(object)) {
    return true;
  }
  merged.parts.add(object);
  mergeProperties(object, merged);
  mergeSizes(object, merged);
  return (
    mergeRequirements(object, merged) &&
    listOf(object.allOf).every((member) => mergeSchema(member, merged, references, depth + 1))
  );
}

function mergeProperties(object: UncheckedRecord, merged: Merged): void {
  for (const [name, property] of Object.entries(recordOf(object.properties))) {
    const stated = merged.properties.get(name) ?? new Set();
    merged.properties.set(name, stated.add(property));
  }
  for (const name of textsOf(object.required)) {
    merged.required.add(name);
  }
  merged.isClosed ||= object.additionalProperties === false;
}

function mergeSizes({ minProperties, maxProperties }: UncheckedRecord, { sizes }: Merged): void {
  if (isCount(minProperties)) {
    sizes.minProperties = Math.max(minProperties, sizes.minProperties ?? 0);
  }
  if (isCount(maxProperties)) {
    sizes.maxProperties = Math.min(maxProperties, sizes.maxProperties ?? Number.POSITIVE_INFINITY);
  }
}

/** Returns false when a union consists of more than `required` lists. */
function mergeRequirements(object: UncheckedRecord, { dependents, requirements }: Merged): boolean {
  for (const [name, names] of namedEntriesOf(object.dependentRequired)) {
    const known = dependents.get(name) ?? [];
    for (const needed of textsOf(names)) {
      known.push(needed);
    }
    dependents.set(name, known);
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const members = listOf(object[keyword]);
    if (members.length === 0) {
      continue;
    }
    const lists = members.map((member) => requiredOnly(member));
    if (lists.includes(null)) {
      return false;
    }
    requirements.push({ keyword, lists: lists.filter((list) => list !== null) });
  }
  return true;
}

function isPlainObject(object: UncheckedRecord): boolean {
  const types = typesOf(object.type);
  if (types && !types.includes("object")) {
    return false;
  }
  if (types?.some((type) => type !== "object" && type !== "null")) {
    return false;
  }
  if (unspreadable.some((keyword) => object[keyword] !== undefined)) {
    return false;
  }
  return object.additionalProperties === undefined || object.additionalProperties === false;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function requiredOnly(member: unknown): string[] | null {
  const keywords = recordOf(member);
  const isOnly =
    isRecord(member) &&
    Object.keys(keywords).every((keyword) => keyword === "required" || keyword === "title");
  const names = textsOf(keywords.required);
  return isOnly && names.length > 0 ? names : null;
}
