import { isDeepStrictEqual } from "node:util";

/**
 * Converts the values of an `enum` to the schema's types. YAML reads `1.0`, `yes` or `2024-01-01` in an enumeration of texts
 * as other types, and some generators quote numbers. Returns null when no value is left.
 */
export function fitEnumeration(values: unknown[], types: readonly string[] | null): unknown[] | null {
  const fitted = values.map((value) => fitValue(value, types));
  const distinct = fitted.filter(
    (value, index) => fitted.findIndex((other) => isSame(other, value)) === index && !isUnknown(value),
  );
  return distinct.length > 0 ? distinct : null;
}

function fitValue(value: unknown, types: readonly string[] | null): unknown {
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
    return Number(value);
  }
  if (types.includes("boolean") && /^(true|false)$/i.test(value)) {
    return value.toLowerCase() === "true";
  }
  return value;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && isDeepStrictEqual(one, other));
}

function isUnknown(value: unknown): boolean {
  return value === undefined;
}
