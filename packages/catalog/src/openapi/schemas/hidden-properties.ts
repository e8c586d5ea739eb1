import { isRecord, listOf, namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";

/** Whether a schema is for a request or a response. */
export type Direction = "input" | "output";

const maximumDepth = 12;

/** Whether a property is absent in this direction: `readOnly` in requests, `writeOnly` in responses. */
export function isHidden(property: unknown, direction: Direction, references: References): boolean {
  const keyword = direction === "input" ? "readOnly" : "writeOnly";
  if (!isRecord(property)) {
    return false;
  }
  if (property[keyword] === true) {
    return true;
  }
  const { $ref } = property;
  return typeof $ref === "string" && references.followToRecord({ $ref })?.[keyword] === true;
}

const nothing: ReadonlySet<string> = new Set();

/** What was found for schemas that others have in their `allOf`: many may share the same ones. */
const known: { [D in Direction]: WeakMap<UncheckedRecord, ReadonlySet<string>[]> } = {
  input: new WeakMap(),
  output: new WeakMap(),
};

/**
 * Returns the hidden properties of a schema and of its `allOf` members down to a depth, because another member may require them. Never change
 * the result.
 */
export function hiddenNames(
  schema: UncheckedRecord,
  direction: Direction,
  references: References,
  depth: number = maximumDepth + 1,
): ReadonlySet<string> {
  const members = depth > 0 ? listOf(schema.allOf).map((part) => references.followToRecord(part)) : [];
  return joinNames([
    ownHiddenNames(schema, direction, references),
    ...members
      .filter((member) => member !== undefined)
      .map((member) => hiddenNamesOfMember(member, direction, references, depth - 1)),
  ]);
}

function hiddenNamesOfMember(
  schema: UncheckedRecord,
  direction: Direction,
  references: References,
  depth: number,
): ReadonlySet<string> {
  const byDepth = known[direction].get(schema) ?? [];
  const names = byDepth[depth] ?? hiddenNames(schema, direction, references, depth);
  byDepth[depth] = names;
  known[direction].set(schema, byDepth);
  return names;
}

function ownHiddenNames(
  { properties }: UncheckedRecord,
  direction: Direction,
  references: References,
): ReadonlySet<string> {
  const hidden = namedEntriesOf(properties).filter(([, property]) =>
    isHidden(property, direction, references),
  );
  return hidden.length === 0 ? nothing : new Set(hidden.map(([name]) => name));
}

/** Returns all the names; the largest set itself if it has them all. */
export function joinNames(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const distinct = new Set(sets.filter(({ size }) => size > 0));
  const [first = nothing] = distinct;
  if (distinct.size <= 1) {
    return first;
  }
  const names = new Set<string>();
  for (const set of distinct) {
    for (const name of set) {
      names.add(name);
    }
  }
  return [...distinct].find(({ size }) => size === names.size) ?? names;
}
