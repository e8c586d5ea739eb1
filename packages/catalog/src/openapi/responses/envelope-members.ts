import { escapePointerSegment } from "../../manifest/json-pointer.ts";
import { isRecord, type UncheckedRecord } from "../../record.ts";
import { toSnakeCase } from "../../slugs.ts";
import type { References } from "../document/references.ts";
import { propertiesOf } from "./results-path.ts";
import { scalarTypesOf } from "./scalar-types.ts";

/** A member of a response that is neither a record of its list nor below one. */
export interface EnvelopeMember {
  /** JSON Pointer to it in the response. */
  pointer: string;
  parentPointer: string;
  /** The names on the way to it, in snake case. */
  names: readonly string[];
  types: readonly string[];
  format: string;
}

const maximumDepth = 3;
/** Properties that are looked at, however far a document's objects fan out (decisions D75). */
const maximumVisited = 300;

/** Lists the plain members of a response and of the objects in it, the outer ones first, and never those of a list's records. */
export function listEnvelopeMembers(schema: unknown, references: References): EnvelopeMember[] {
  const members: EnvelopeMember[] = [];
  const objects = [{ schema: references.followToRecord(schema) ?? {}, pointer: "", names: [] as string[] }];
  let visited = 0;
  for (const parent of objects) {
    for (const [name, property] of propertiesOf(parent.schema, references)) {
      visited += 1;
      if (visited > maximumVisited) {
        return members;
      }
      const resolved: UncheckedRecord = references.followToRecord(property) ?? {};
      const pointer = `${parent.pointer}/${escapePointerSegment(name)}`;
      const names = [...parent.names, toSnakeCase(name)];
      const types = scalarTypesOf(resolved);
      if (types.length > 0) {
        const format = typeof resolved.format === "string" ? resolved.format : "";
        members.push({ pointer, parentPointer: parent.pointer, names, types, format });
      }
      if (names.length < maximumDepth && (isRecord(resolved.properties) || Array.isArray(resolved.allOf))) {
        objects.push({ schema: resolved, pointer, names });
      }
    }
  }
  return members;
}
