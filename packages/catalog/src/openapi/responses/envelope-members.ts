import { namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import { toSnakeCase } from "../../slugs.ts";
import { escapePointerSegment, type References } from "../document/pointer.ts";
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
const maximumMembers = 200;

/** Lists the plain members of a response and of the objects in it, the outer ones first, and never those of a list's records. */
export function listEnvelopeMembers(schema: unknown, references: References): EnvelopeMember[] {
  const members: EnvelopeMember[] = [];
  let near = [{ schema: references.followToRecord(schema) ?? {}, pointer: "", names: [] as string[] }];
  for (let depth = 0; depth < maximumDepth; depth += 1) {
    near = near.flatMap((parent) =>
      [...propertiesOf(parent.schema, references)].flatMap(([name, property]) => {
        const resolved: UncheckedRecord = references.followToRecord(property) ?? {};
        const pointer = `${parent.pointer}/${escapePointerSegment(name)}`;
        const names = [...parent.names, toSnakeCase(name)];
        const types = scalarTypesOf(resolved);
        if (types.length > 0 && members.length < maximumMembers) {
          const format = typeof resolved.format === "string" ? resolved.format : "";
          members.push({ pointer, parentPointer: parent.pointer, names, types, format });
        }
        const isObject = namedEntriesOf(resolved.properties).length > 0 || Array.isArray(resolved.allOf);
        return isObject && members.length < maximumMembers ? [{ schema: resolved, pointer, names }] : [];
      }),
    );
  }
  return members;
}
