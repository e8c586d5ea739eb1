import type { z } from "zod";
import type { Problem } from "../api-error.ts";

/** Every problem zod found, by the member's path as a program would write it (decisions D5). */
export function listProblems(error: z.ZodError, place = ""): Problem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        field: joinPath(place, [...issue.path, key]),
        issue: "There is no such member.",
      }));
    }
    return [{ field: joinPath(place, issue.path), issue: issue.message }];
  });
}

/** `connections[1].toolSlugs[0]`; a place alone when the path is empty. */
export function joinPath(place: string, path: readonly PropertyKey[]): string {
  let joined = place;
  for (const part of path) {
    if (typeof part === "number") {
      joined += `[${part}]`;
    } else {
      joined += joined === "" ? String(part) : `.${String(part)}`;
    }
  }
  return joined === "" ? "body" : joined;
}
