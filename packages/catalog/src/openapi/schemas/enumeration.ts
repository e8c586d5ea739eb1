import { sortMembers } from "../../sort-members.ts";
import { isLargeInteger } from "../document/exact-integers.ts";

/**
 * Converts the values of an `enum` to the schema's types. YAML reads `1.0`, `yes` or `2024-01-01` in an enumeration of texts
 * as other types, and some generators quote numbers. The digits of an integer that no double holds stay a text (decisions D8a). Returns
 * null when no value is left.
 */
export function fitEnumeration(values: unknown[], types: readonly string[] | null): unknown[] | null {
  const fitted = new Set(
    values.map((value) => fitValue(value, types)).filter((value) => value !== undefined),
  );
  const distinct = dropEqualObjects([...fitted]);
  return distinct.length > 0 ? distinct : null;
}

/** Converts one value to one of the types, when it can be one. */
export function fitValue(value: unknown, types: readonly string[] | null): unknown {
  if (types === null) {
    return value;
  }
  if (typeof value === "number" || typeof value === "boolean") {
    const own = typeof value === "number" ? ["number", "integer"] : ["boolean"];
    return !own.some((type) => types.includes(type)) && types.includes("string") ? String(value) : value;
  }
  if (typeof value !== "string" || types.includes("string")) {
    return value;
  }
  if (
    (types.includes("number") || types.includes("integer")) &&
    value.trim() !== "" &&
    Number.isFinite(Number(value))
  ) {
    return isLargeInteger(value) ? value : Number(value);
  }
  if (types.includes("boolean") && /^(true|false)$/i.test(value)) {
    return value.toLowerCase() === "true";
  }
  return value;
}

/** Values that are no objects are distinct already. */
function dropEqualObjects(values: readonly unknown[]): unknown[] {
  const known = new Set<string>();
  return values.filter((value) => {
    if (typeof value !== "object" || value === null) {
      return true;
    }
    const text = JSON.stringify(sortMembers(value));
    const isNew = !known.has(text);
    known.add(text);
    return isNew;
  });
}
