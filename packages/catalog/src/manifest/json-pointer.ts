import { z } from "zod";

/** A JSON Pointer (RFC 6901) into an answer; `""` is the whole. */
export const jsonPointer = z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "Must be a JSON Pointer.");

/** The names on the way of a JSON Pointer. */
export const splitPointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What a JSON Pointer leads to; undefined when there is nothing. */
export const readPointer = (value: unknown, pointer: string): unknown =>
  readParts(value, splitPointer(pointer));

/** The same for names that were split already. */
export function readParts(value: unknown, parts: readonly string[]): unknown {
  let found = value;
  for (const part of parts) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) {
      return undefined;
    }
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}
