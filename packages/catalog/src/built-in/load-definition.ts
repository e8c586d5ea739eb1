import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DefinedBuiltIn } from "./define-built-in.ts";
import { applicationsFolder } from "./list-built-in-slugs.ts";

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
