import { textsOf } from "../../record.ts";

const typeNames = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/** Names in real documents that JSON Schema does not have. */
const misnamed: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["int32", "integer"],
  ["int64", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["str", "string"],
  ["text", "string"],
  ["date", "string"],
  ["datetime", "string"],
  ["date-time", "string"],
  ["timestamp", "string"],
  ["uuid", "string"],
  ["uri", "string"],
  ["url", "string"],
  ["email", "string"],
  ["file", "string"],
  ["binary", "string"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
  ["hash", "object"],
]);

/** Returns the types that a `type` keyword permits; null when it names no known type, so that anything is permitted. */
export function typesOf(value: unknown): string[] | null {
  const named = typeof value === "string" ? [value] : textsOf(value);
  const types = named.map((name) => {
    const lower = name.toLowerCase();
    return typeNames.has(lower) ? lower : misnamed.get(lower);
  });
  if (types.length === 0 || types.includes(undefined)) {
    return null;
  }
  return [...new Set(types.filter((type) => type !== undefined))];
}

/** Writes one type as a text and several as a list. */
export function typeKeyword(types: readonly string[]): string | string[] {
  const [first] = types;
  return types.length === 1 && first !== undefined ? first : [...types];
}
