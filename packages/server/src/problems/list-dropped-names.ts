import type { Problem } from "../api-error.ts";
import { joinPath } from "./list-problems.ts";

/** The name may also be written with escapes. */
const mayHoldName = /__proto__|\\u00/;

/**
 * Lists each member `__proto__` that parsing a body dropped: zod drops it from records silently, since in JavaScript it
 * is no ordinary name. Parts that zod passes on unchanged are skipped.
 *
 * @param text the body as it was sent; null when it is not known
 */
export function listDroppedNames(body: unknown, parsed: unknown, text: string | null): Problem[] {
  return text === null || mayHoldName.test(text) ? compare(body, parsed, []) : [];
}

function compare(body: unknown, parsed: unknown, path: readonly PropertyKey[]): Problem[] {
  if (body === parsed || !hasMembers(body) || !hasMembers(parsed)) {
    return [];
  }
  return Object.entries(body).flatMap(([name, member]) => {
    const place = [...path, Array.isArray(body) ? Number(name) : name];
    if (Object.hasOwn(parsed, name)) {
      return compare(member, parsed[name], place);
    }
    return name === "__proto__"
      ? [{ field: joinPath("", place), issue: "Cannot be a name here. Use another name or leave it out." }]
      : [];
  });
}

const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
