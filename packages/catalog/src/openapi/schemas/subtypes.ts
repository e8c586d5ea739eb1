import { isRecord, listOf, namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";
import { type FlatObject, flattenObject } from "./flatten-object.ts";

const maximumProperties = 200;
const maximumSubtypes = 500;

/**
 * Adds the properties of the schemas that a discriminator selects, since a base type states only what they share (OpenAPI 3.1
 * §4.8.25, "Models with Polymorphism Support"). The application knows which of them belong together.
 *
 * @param flat the properties of `schema`
 */
export function addSubtypes(flat: FlatObject, schema: unknown, references: References): void {
  const base = references.followToRecord(schema);
  if (base?.discriminator === undefined) {
    return;
  }
  const added = knownAdditions.get(base) ?? collectAdditions(base, flat, references);
  knownAdditions.set(base, added);
  for (const [name, property] of added) {
    // Members beside a reference to the base may state some of them.
    if (!flat.properties.has(name)) {
      flat.properties.set(name, property);
    }
  }
}

type Properties = FlatObject["properties"];

/** What was found for a base type, which many operations may take. */
const knownAdditions = new WeakMap<UncheckedRecord, Properties>();

function collectAdditions(
  base: UncheckedRecord,
  { properties }: FlatObject,
  references: References,
): Properties {
  const added: Properties = new Map();
  for (const subtype of listSubtypes(base, references)) {
    for (const [name, property] of flattenObject(subtype, references)?.properties ?? []) {
      if (!properties.has(name) && !added.has(name) && properties.size + added.size < maximumProperties) {
        added.set(name, property);
      }
    }
  }
  return added;
}

/** Lists the schemas that the mapping names, and those that extend the base or another subtype with `allOf`. */
function listSubtypes(base: UncheckedRecord, references: References): UncheckedRecord[] {
  const extensions = findExtensions(references);
  const found = new Set([base]);
  for (const [, target] of namedEntriesOf(recordOf(base.discriminator).mapping)) {
    const mapped = typeof target === "string" ? references.followToRecord({ $ref: target }) : undefined;
    if (mapped !== undefined) {
      found.add(mapped);
    }
  }
  // A set also goes through what is added on the way.
  for (const one of found) {
    for (const extension of found.size < maximumSubtypes ? (extensions.get(one) ?? []) : []) {
      found.add(extension);
    }
  }
  found.delete(base);
  return [...found];
}

type Extensions = Map<UncheckedRecord, UncheckedRecord[]>;

/** What was found by a document's schemas, so that each document is searched once. */
const known = new WeakMap<UncheckedRecord, Extensions>();

/** Finds the schemas whose `allOf` has a reference to another one, by that one. */
function findExtensions(references: References): Extensions {
  const schemas = recordOf(references.find("#/components/schemas")?.value);
  const extensions: Extensions = known.get(schemas) ?? new Map();
  if (known.has(schemas)) {
    return extensions;
  }
  known.set(schemas, extensions);
  for (const [, schema] of namedEntriesOf(schemas)) {
    for (const member of isRecord(schema) ? listOf(schema.allOf) : []) {
      const extended = references.followToRecord(member);
      if (isRecord(schema) && extended !== undefined) {
        const others = extensions.get(extended) ?? [];
        others.push(schema);
        extensions.set(extended, others);
      }
    }
  }
  return extensions;
}
