import { isRecord, listOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";

const maximumDepth = 12;
/** Of one union. Further ones stay references. */
const maximumInlined = 200;
/** Parts of the alternatives of one union that are looked at: a part that many share is written out for each of them. */
const maximumParts = 10_000;

/**
 * Writes out the alternatives of a union that extend the schema with the union: a base type may list its subtypes, each of which has the
 * base in its `allOf`. As references, they would lead to the same value without an end. The base holds beside them in any case.
 *
 * @param schema the schema that has the union
 * @returns for each member the schema to convert in its place; the member itself if it does not extend the schema
 */
export function inlineSubtypes(
  schema: UncheckedRecord,
  members: readonly unknown[],
  references: References,
): unknown[] {
  const inlined = new Set<UncheckedRecord>();
  const search: Search = { base: schema, references, partsLeft: maximumParts };
  return members.map((member) => {
    const target = isRecord(member) && "$ref" in member ? references.followToRecord(member) : undefined;
    if (target === undefined || inlined.has(target) || inlined.size >= maximumInlined) {
      return member;
    }
    const own = withoutBase(target, search, 0);
    if (own === target || search.partsLeft === 0) {
      return member;
    }
    inlined.add(target);
    return { allOf: [own] };
  });
}

interface Search {
  base: UncheckedRecord;
  references: References;
  /** At 0 what is returned means nothing. */
  partsLeft: number;
}

/** Returns a schema without the base in its `allOf` and in those of its parts. The schema itself when there is none. */
function withoutBase(schema: UncheckedRecord, search: Search, depth: number): UncheckedRecord {
  const parts = listOf(schema.allOf);
  if (depth > maximumDepth || parts.length === 0) {
    return schema;
  }
  const kept = parts.flatMap((part) => {
    search.partsLeft = Math.max(search.partsLeft - 1, 0);
    const target = search.partsLeft > 0 ? search.references.followToRecord(part) : undefined;
    if (target === undefined || target === search.base) {
      return target === undefined ? [part] : [];
    }
    const own = withoutBase(target, search, depth + 1);
    return [own === target ? part : own];
  });
  return kept.length === parts.length && kept.every((part, index) => part === parts[index])
    ? schema
    : { ...schema, allOf: kept };
}
