import { z } from "zod";

/** A JSON Pointer (RFC 6901) into a response; `""` is the whole response. */
export const jsonPointer = z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "Must be a JSON Pointer.");

/** Splits a JSON Pointer into member names. */
export const splitPointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Escapes a member's name for a JSON Pointer. */
export const escapePointerSegment = (name: string): string =>
  name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Splits a reference such as `#/$defs/a%20b` into member names: its percent signs are decoded first (RFC 6901 §6). */
export const splitReference = (reference: string): string[] =>
  splitPointer(decodeFragment(reference.slice(1)));

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the value at a JSON Pointer; undefined when there is none. */
export const readPointer = (value: unknown, pointer: string): unknown =>
  readParts(value, splitPointer(pointer));

/** Like `readPointer`, with a pointer that is already split. */
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
