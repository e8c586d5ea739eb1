/** An object of a document that nobody has checked yet. */
export type UncheckedRecord = { [member: string]: unknown };

export function isRecord(value: unknown): value is UncheckedRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one: documents are read as far as they make sense. */
export function recordOf(value: unknown): UncheckedRecord {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value when it is a text with something in it, trimmed. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") {
    return undefined;
  }
  const text = value.trim();
  return text === "" ? undefined : text;
}

/** A text, number or boolean as text; empty for anything else, which may not even be convertible. */
export function wordOf(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** Distinct texts of a list. */
export function textsOf(value: unknown): string[] {
  return [...new Set(listOf(value).filter((item) => typeof item === "string"))];
}

/** Members of a map of names. `__proto__` is left out: assigning it would set a prototype. */
export function namedEntriesOf(value: unknown): [string, unknown][] {
  return Object.entries(recordOf(value)).filter(([name]) => name !== "__proto__");
}
