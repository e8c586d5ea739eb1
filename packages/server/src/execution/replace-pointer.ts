import { readParts, splitPointer } from "@bowline/catalog";

/** The value with another at a JSON Pointer that leads somewhere. In place, but for the whole. */
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
