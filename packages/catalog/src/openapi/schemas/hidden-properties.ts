import { isRecord, namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/references.ts";
import { AllOfReader } from "./all-of-reader.ts";

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

/** The hidden properties of schemas, those of their `allOf` included. */
const hiddenNameReaders: { [D in Direction]: AllOfReader<ReadonlySet<string>> } = {
  input: new AllOfReader((schema, references) => ownHiddenNames(schema, "input", references), joinNames),
  output: new AllOfReader((schema, references) => ownHiddenNames(schema, "output", references), joinNames),
};

/**
 * Returns the hidden properties of a schema and of its `allOf` members down to a depth, because another member may require them. Never change
 * the result.
 */
export const hiddenNames = (
  schema: UncheckedRecord,
  direction: Direction,
  references: References,
): ReadonlySet<string> => hiddenNameReaders[direction].read(schema, references, maximumDepth + 1);

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
