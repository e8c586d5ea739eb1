import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../../errors.ts";
import { makeFolder } from "../../make-folder.ts";
import type { Session } from "../../session.ts";
import { findInProject } from "./find-in-project.ts";
import { readCompilerSettings } from "./read-compiler-settings.ts";

export interface NewAppFlags {
  slug?: string;
  name?: string;
}

/** Copies the template of an application in code into a new folder. @throws UsageError when there is something already */
export async function createApp({ output }: Session, folder: string, flags: NewAppFlags): Promise<void> {
  const path = resolve(folder);
  const slug = flags.slug ?? basename(path).toLowerCase();
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(slug)) {
    throw new UsageError(
      `"${slug}" cannot be a slug. Name one with --slug: at most 32 small letters, digits and dashes, beginning with a letter.`,
    );
  }
  const present = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw new UsageError(`${path} cannot be used (${error.code}).`);
  });
  if (present.length > 0) {
    throw new UsageError(`${path} is not empty. Choose another folder.`);
  }
  const name = flags.name ?? slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");
  const template = await readFile(findInProject("templates/application/application.ts"), "utf8");
  const files = {
    "application.ts": template
      .replace('slug: "orders"', () => `slug: ${JSON.stringify(slug)}`)
      .replace('name: "Orders"', () => `name: ${JSON.stringify(name)}`)
      .replaceAll("orders_list", `${slug.replaceAll("-", "_")}_list`),
    "tsconfig.json": `${JSON.stringify(await readCompilerSettings(), null, 2)}\n`,
  };
  try {
    await makeFolder(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be made (${(error as NodeJS.ErrnoException).code}).`);
  }
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(path, file), text, { flag: "wx" });
  }
  const argument = /\s/.test(folder) ? `"${folder}"` : folder;
  output.printDone(
    `${path} was created. Change application.ts, then check it with \`bowline app test ${argument}\`.`,
    { path, slug, files: Object.keys(files) },
  );
}
