export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value when it is an object, else an empty object. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
