import type { Problem } from "../api-error.ts";
import { joinPath } from "./list-problems.ts";

/** A member of this name may be written with escapes, too. */
const mayHoldName = /__proto__|\\u00/;

/**
 * Lists each member `__proto__` that parsing a body dropped: zod takes it out of a record without a word, since in JavaScript it
 * is no ordinary name. What is passed on as it came is not looked at.
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
