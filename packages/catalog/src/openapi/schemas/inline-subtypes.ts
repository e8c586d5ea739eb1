import { isRecord, listOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";

const maximumDepth = 12;
/** Of one union. Further ones stay references. */
const maximumInlined = 200;

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
  return members.map((member) => {
    const target = isRecord(member) && "$ref" in member ? references.followToRecord(member) : undefined;
    if (target === undefined || inlined.has(target) || inlined.size >= maximumInlined) {
      return member;
    }
    const own = withoutBase(target, schema, references, 0);
    if (own === target) {
      return member;
    }
    inlined.add(target);
    return { allOf: [own] };
  });
}

/** Returns a schema without the base in its `allOf` and in those of its parts. The schema itself when there is none. */
function withoutBase(
  schema: UncheckedRecord,
  base: UncheckedRecord,
  references: References,
  depth: number,
): UncheckedRecord {
  const parts = listOf(schema.allOf);
  if (depth > maximumDepth || parts.length === 0) {
    return schema;
  }
  const kept = parts.flatMap((part) => {
    const target = references.followToRecord(part);
    if (target === undefined || target === base) {
      return target === base ? [] : [part];
    }
    const own = withoutBase(target, base, references, depth + 1);
    return [own === target ? part : own];
  });
  return kept.length === parts.length && kept.every((part, index) => part === parts[index])
    ? schema
    : { ...schema, allOf: kept };
}
