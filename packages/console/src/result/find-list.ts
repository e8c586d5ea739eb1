import { readPointer } from "../form/json-pointer.ts";
import { isObject } from "../form/json-schema.ts";
import { getAt } from "../form/values.ts";

/** Finds the list of results in an output: at the tool's own pointer, else the output itself, else its only list of objects. */
export function findList(output: unknown, resultsPath: string | null): unknown[] | null {
  const stated = resultsPath === null ? undefined : getAt(output, readPointer(resultsPath));
  if (Array.isArray(stated)) {
    return stated;
  }
  if (Array.isArray(output)) {
    return output;
  }
  const lists = Object.values(isObject(output) ? output : {}).filter(
    (member): member is unknown[] => Array.isArray(member) && member.some(isObject),
  );
  return lists.length === 1 ? (lists[0] ?? null) : null;
}
