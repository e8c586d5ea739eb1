import { readPointer } from "@bowline/catalog";

/** Reads the text or number at a JSON Pointer (RFC 6901) as text; null when there is none. */
function readPointerText(value: unknown, pointer: string): string | null {
  const found = readPointer(value, pointer);
  return (typeof found === "string" && found !== "") || typeof found === "number" ? String(found) : null;
}

/** Reads the texts at several pointers, by name. Leaves out pointers without a text. */
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

/** Reads the text or number at the first pointer that has one; null when none has. */
export function readFirstText(value: unknown, pointers: readonly string[]): string | null {
  for (const pointer of pointers) {
    const text = readPointerText(value, pointer);
    if (text !== null) {
      return text;
    }
  }
  return null;
}
