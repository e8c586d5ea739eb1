import type { z } from "zod";
import { maxProblems, type Problem } from "../api-error.ts";

/** One more than are shown, so that it can be told that there are more. */
const maxListed = maxProblems + 1;

/** The problems zod found, by the member's path as a program would write it (decisions D5). */
export function listProblems(error: z.ZodError, place = ""): Problem[] {
  return error.issues.slice(0, maxListed).flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, maxListed).map((key) => ({
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
