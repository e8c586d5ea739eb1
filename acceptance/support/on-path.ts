import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Finds the first of these programs on the PATH, else null. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
