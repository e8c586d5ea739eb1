import { readPointer } from "@bowline/catalog";

/** The text or number at a JSON Pointer (RFC 6901), as text; null when there is none. */
export function readPointerText(value: unknown, pointer: string): string | null {
  const found = readPointer(value, pointer);
  return (typeof found === "string" && found !== "") || typeof found === "number" ? String(found) : null;
}

/** Those of several pointers that lead to a text, by name. */
export function readPointers(
  value: unknown,
  pointers: Readonly<Record<string, string>>,
): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, pointer] of Object.entries(pointers)) {
    const text = readPointerText(value, pointer);
    if (text !== null) {
      read[name] = text;
    }
  }
  return read;
}

/** The first of these places where a text or a number stands; null when there is none. */
export function readFirstText(value: unknown, pointers: readonly string[]): string | null {
  for (const pointer of pointers) {
    const text = readPointerText(value, pointer);
    if (text !== null) {
      return text;
    }
  }
  return null;
}
