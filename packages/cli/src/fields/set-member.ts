import { asObject } from "./read-schema.ts";

/**
 * Sets a member of a nested object and makes the objects on the way.
 *
 * @param isAdded adds the entries of a list to the list that is there
 */
export function setMember(
  target: Record<string, unknown>,
  path: string[],
  value: unknown,
  { isAdded = false }: { isAdded?: boolean } = {},
): void {
  let object = target;
  for (const step of path.slice(0, -1)) {
    const inner = Object.hasOwn(object, step) ? asObject(object[step]) : undefined;
    const next = inner ?? {};
    define(object, step, next);
    object = next;
  }
  const last = path.at(-1) ?? "";
  const present = Object.hasOwn(object, last) ? object[last] : undefined;
  const joined = isAdded && Array.isArray(present) && Array.isArray(value) ? [...present, ...value] : value;
  define(object, last, joined);
}

/** Also for a member called `__proto__`. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
