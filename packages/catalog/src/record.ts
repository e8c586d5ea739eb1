/** An unchecked object of a document. */
export type UncheckedRecord = { [member: string]: unknown };

export function isRecord(value: unknown): value is UncheckedRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value when it is an object, else an empty object, so that invalid members are ignored. */
export function recordOf(value: unknown): UncheckedRecord {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the trimmed value when it is a text that is not blank. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") {
    return undefined;
  }
  const text = value.trim();
  return text === "" ? undefined : text;
}

/** Returns a text, number or boolean as text, and `""` for anything else, which `String` may not convert. */
export function wordOf(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** Returns the distinct texts of a list. */
export function textsOf(value: unknown): string[] {
  return [...new Set(listOf(value).filter((item) => typeof item === "string"))];
}

/** Returns the members of a map. `__proto__` is left out, because assigning it would set a prototype. */
export function namedEntriesOf(value: unknown): [string, unknown][] {
  return Object.entries(recordOf(value)).filter(([name]) => name !== "__proto__");
}
