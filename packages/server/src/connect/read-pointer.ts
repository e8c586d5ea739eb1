/** The value at a JSON Pointer (RFC 6901); undefined when there is none. */
export function readPointer(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) {
      return undefined;
    }
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** The same as text, for strings and numbers that are not empty. */
export function readPointerText(value: unknown, pointer: string): string | null {
  const found = readPointer(value, pointer);
  return (typeof found === "string" && found !== "") || typeof found === "number" ? String(found) : null;
}
