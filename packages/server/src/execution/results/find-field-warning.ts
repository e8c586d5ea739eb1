import type { ToolExecuteRequest } from "@bowline/contract";
import { findNearestName } from "@bowline/contract/nearest-name";
import { escapeForHeader } from "../../escape-for-header.ts";
import { isObject } from "../../runtimes/is-object.ts";
import { Pace } from "../pace.ts";
import { preparePath } from "./compare-values.ts";

/** Limits of the search for similar field names. */
const maxRecords = 50;
const maxNames = 300;
const maxDepth = 3;
const maxShown = 3;
const maxNameLength = 60;

/**
 * Returns one sentence for a header when a filter or sort names a field that no result has (decisions D47): it is probably
 * misspelled. Null when each field exists in some result, or there are no results.
 */
export async function findFieldWarning(
  results: readonly unknown[],
  { filters, sort }: Pick<ToolExecuteRequest, "filters" | "sort">,
): Promise<string | null> {
  const fieldNames = new Set([...(filters ?? []), ...(sort ?? [])].map(({ fieldName }) => fieldName));
  const missing: string[] = [];
  for (const fieldName of fieldNames) {
    if (results.length > 0 && !(await isInSome(results, fieldName))) {
      missing.push(fieldName);
    }
  }
  return describeMissing(missing, results, maxDepth);
}

/**
 * Returns the same sentence for members to keep that no record has.
 *
 * @param found all names that the records have
 */
export function findMemberWarning(
  records: readonly unknown[],
  names: readonly string[],
  found: ReadonlySet<string>,
): string | null {
  const missing = records.some(isObject) ? names.filter((name) => !found.has(name)) : [];
  // A member is kept whole, so a path to one inside it is not a name.
  return describeMissing(missing, records, 1);
}

function describeMissing(
  missing: readonly string[],
  results: readonly unknown[],
  depth: number,
): string | null {
  const [first] = missing;
  if (first === undefined) {
    return null;
  }
  const others = missing.length > 1 ? ` (and ${missing.length - 1} more)` : "";
  return `No result has the field ${quote(first)}${others}${suggestNames(first, listNames(results, depth))}`;
}

async function isInSome(results: readonly unknown[], fieldName: string): Promise<boolean> {
  const read = preparePath(fieldName);
  const pace = new Pace();
  for (const result of results) {
    if (read(result) !== undefined) {
      return true;
    }
    if (pace.isDue()) {
      await pace.rest();
    }
  }
  return false;
}

/** The rest of the sentence. */
function suggestNames(fieldName: string, names: readonly string[]): string {
  const close = names.filter((name) => isClose(name, fieldName));
  const shown = (close.length > 0 ? close : names).slice(0, maxShown).map(quote).join(", ");
  if (shown === "") {
    return ".";
  }
  return close.length > 0
    ? `; did you mean ${shown}?`
    : `; there are ${shown}${names.length > maxShown ? " and others" : ""}.`;
}

/** Whether two paths or their last steps differ only in case and punctuation, or the paths in one or two letters. */
function isClose(name: string, wanted: string): boolean {
  const foldedName = fold(name);
  const foldedWanted = fold(wanted);
  return (
    foldedName === foldedWanted ||
    fold(lastStep(name)) === fold(lastStep(wanted)) ||
    findNearestName(foldedWanted, [foldedName]) !== null
  );
}

const fold = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const lastStep = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** Lists the dotted paths in the first results. @param steps the most that a path has */
function listNames(results: readonly unknown[], steps: number): string[] {
  const names = new Set<string>();
  const collect = (value: unknown, prefix: string, depth: number): void => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || depth === steps) {
      return;
    }
    for (const name in value) {
      if (names.size >= maxNames) {
        return;
      }
      if (name !== "" && prefix.length + name.length <= maxNameLength) {
        names.add(prefix + name);
        collect((value as Record<string, unknown>)[name], `${prefix}${name}.`, depth + 1);
      }
    }
  };
  for (const result of results.slice(0, maxRecords)) {
    collect(result, "", 0);
  }
  return [...names].toSorted((a, b) => a.split(".").length - b.split(".").length);
}

/** Quotes a name for a header. */
function quote(name: string): string {
  const cut = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name;
  return escapeForHeader(JSON.stringify(cut));
}
