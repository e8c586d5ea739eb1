import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DefinedBuiltIn } from "./define-built-in.ts";

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

/** Loads the export `application` of a folder. */
export async function loadDefinition(
  slug: string,
  folder: string = applicationsFolder,
): Promise<DefinedBuiltIn> {
  const file = join(folder, slug, "application.ts");
  const { application } = (await import(pathToFileURL(file).href)) as { application?: DefinedBuiltIn };
  if (application === undefined) {
    throw new Error(`${file} has no export "application".`);
  }
  return application;
}
