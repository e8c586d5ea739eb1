import { isRecord, listOf, namedEntriesOf, recordOf, textsOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/pointer.ts";
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
  const flat: FlatObject = {
    properties: new Map(),
    required: new Set(),
    requirements: [],
    dependents: new Map(),
    sizes: {},
    isClosed: false,
  };
  return merge(schema, flat, references, 0) && flat.properties.size > 0 ? flat : null;
}

function merge(schema: unknown, flat: FlatObject, references: References, depth: number): boolean {
  const object = references.followToRecord(schema);
  if (!object || depth > maximumDepth || !isPlainObject(object)) {
    return false;
  }
  for (const [name, property] of namedEntriesOf(object.properties)) {
    const known = flat.properties.get(name);
    flat.properties.set(
      name,
      known === undefined || known === property ? property : { allOf: [known, property] },
    );
  }
  for (const name of textsOf(object.required)) {
    flat.required.add(name);
  }
  flat.isClosed ||= object.additionalProperties === false;
  for (const [name, names] of namedEntriesOf(object.dependentRequired)) {
    flat.dependents.set(name, [...(flat.dependents.get(name) ?? []), ...textsOf(names)]);
  }
  const { sizes } = flat;
  if (isCount(object.minProperties)) {
    sizes.minProperties = Math.max(object.minProperties, sizes.minProperties ?? 0);
  }
  if (isCount(object.maxProperties)) {
    sizes.maxProperties = Math.min(object.maxProperties, sizes.maxProperties ?? Number.POSITIVE_INFINITY);
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
    flat.requirements.push({ keyword, lists: lists.filter((list) => list !== null) });
  }
  return listOf(object.allOf).every((member) => merge(member, flat, references, depth + 1));
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
