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

/** Returns the hidden properties of a schema and all its `allOf` members, because another member may require them. */
export function hiddenNames(
  schema: UncheckedRecord,
  direction: Direction,
  references: References,
): Set<string> {
  const names = new Set<string>();
  for (const part of listParts(schema, references)) {
    for (const [name, property] of namedEntriesOf(part.properties)) {
      if (isHidden(property, direction, references)) {
        names.add(name);
      }
    }
  }
  return names;
}

/** Lists a schema and its `allOf` members down to the maximum depth, each once: many members may share the same ones. */
function listParts(schema: UncheckedRecord, references: References): Set<UncheckedRecord> {
  const parts = new Set([schema]);
  let level: UncheckedRecord[] = [schema];
  for (let depth = 0; depth <= maximumDepth && level.length > 0; depth++) {
    const members = level
      .flatMap((part) => listOf(part.allOf))
      .map((member) => references.followToRecord(member))
      .filter((member) => member !== undefined);
    level = [...new Set(members).difference(parts)];
    for (const member of level) {
      parts.add(member);
    }
  }
  return parts;
}
