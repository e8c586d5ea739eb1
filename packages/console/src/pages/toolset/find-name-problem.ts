import type { Draft } from "./draft.ts";

/** Every model takes such names. */
const pattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Says why a tool cannot have a name; null: it can. An empty name is the tool's own. */
export function findNameProblem(name: string, slug: string, { tools }: Pick<Draft, "tools">): string | null {
  if (name === "") {
    return null;
  }
  if (!pattern.test(name)) {
    return "Take 1 to 64 letters, digits, _ and -: models take no other names.";
  }
  const isTaken = Object.entries(tools).some(([other, changes]) => other !== slug && changes.name === name);
  return isTaken ? "Another tool of this toolset has this name." : null;
}
