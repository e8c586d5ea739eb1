import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The folder of all built-in applications, one folder each, named by its slug. */
export const applicationsFolder: string = join(import.meta.dirname, "../../applications");

/** Lists the slugs of the built-in applications, sorted. An application is added by adding its folder. */
export async function listBuiltInSlugs(folder: string = applicationsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
