import { isDeepStrictEqual } from "node:util";

/**
 * The values of an `enum` as the schema's types would have them. YAML turns `1.0`, `yes` or `2024-01-01` of a text
 * enumeration into other types, and some generators quote numbers. Null when no value is left.
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
