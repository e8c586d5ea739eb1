import type { Problem } from "../api-error.ts";
import { joinPath } from "../problems/list-problems.ts";

/** PostgreSQL keeps neither the character NUL nor half a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Lists a problem for every text in a value that cannot be stored, by its path. */
export function listUnstorableTexts(value: unknown, path: readonly PropertyKey[] = []): Problem[] {
  if (typeof value === "string") {
    return isStorable(value)
      ? []
      : [{ field: joinPath("", path), issue: "Holds the character NUL or half a surrogate pair." }];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) => [
    ...(isStorable(name)
      ? []
      : [
          { field: joinPath("", path), issue: "Has a member whose name holds NUL or half a surrogate pair." },
        ]),
    ...listUnstorableTexts(member, [...path, Array.isArray(value) ? Number(name) : name]),
  ]);
}
