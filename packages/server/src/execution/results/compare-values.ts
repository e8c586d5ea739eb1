import { orderByCodePoint } from "../../runtimes/order-text.ts";
import { readDate } from "../../runtimes/read-date.ts";

/** Returns a function that reads the member at a dotted path, or undefined when there is none. Numbers index arrays. */
export function preparePath(path: string): (record: unknown) => unknown {
  const parts = path.split(".");
  return (record) => {
    if (isContainer(record) && Object.hasOwn(record, path)) {
      return record[path];
    }
    let value = record;
    for (const part of parts) {
      if (!isContainer(value) || !Object.hasOwn(value, part)) {
        return undefined;
      }
      value = value[part];
    }
    return value;
  };
}

/** Negative, zero or positive; null when the two cannot be compared. Texts that are both dates compare as dates. */
export function compareValues(a: unknown, b: unknown): number | null {
  if (typeof a === "number" && typeof b === "number") {
    return compareKeys(a, b);
  }
  if (typeof a === "boolean" && typeof b === "boolean") {
    return Number(a) - Number(b);
  }
  if (typeof a === "string" && typeof b === "string") {
    const dateA = readDate(a);
    const dateB = dateA === null ? null : readDate(b);
    return dateA !== null && dateB !== null
      ? Number(dateA - dateB)
      : compareKeys(orderByCodePoint(a), orderByCodePoint(b));
  }
  return null;
}

/** Compares numbers by size and texts by code unit, whatever the locale (`orderByCodePoint`). */
export const compareKeys = <Key extends string | number | bigint>(a: Key, b: Key): number =>
  a < b ? -1 : a > b ? 1 : 0;

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
