import { isRecord, listOf, namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import type { References } from "../document/pointer.ts";

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

/** Returns the hidden properties of a schema and all its `allOf` members, because another member may require them. */
export function hiddenNames(
  schema: UncheckedRecord,
  direction: Direction,
  references: References,
  depth = 0,
): Set<string> {
  const names = new Set<string>();
  for (const [name, property] of namedEntriesOf(schema.properties)) {
    if (isHidden(property, direction, references)) {
      names.add(name);
    }
  }
  if (depth > maximumDepth) {
    return names;
  }
  for (const member of listOf(schema.allOf)) {
    const resolved = references.followToRecord(member);
    if (!resolved) {
      continue;
    }
    for (const name of hiddenNames(resolved, direction, references, depth + 1)) {
      names.add(name);
    }
  }
  return names;
}
