import { readParts, splitPointer } from "@bowline/catalog";

/** Replaces the value at an existing JSON Pointer, in place. Returns the replacement when the pointer is empty. */
export function replacePointer(value: unknown, pointer: string, replacement: unknown): unknown {
  const parts = splitPointer(pointer);
  const last = parts.pop();
  if (last === undefined) {
    return replacement;
  }
  const holder = readParts(value, parts) as Record<string, unknown>;
  holder[last] = replacement;
  return value;
}
