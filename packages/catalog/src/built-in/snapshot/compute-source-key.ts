import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

const packageFolder = join(import.meta.dirname, "../../..");

/**
 * Computes the key of everything that a snapshot is built from: the importers, the builder, and the folders of the applications with
 * the versions of their packages. A snapshot with another key is out of date.
 *
 * @param version of the server
 * @param slugs the applications to build
 */
export async function computeSourceKey(version: string, slugs: readonly string[]): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify([version, slugs.toSorted()]));
  const folders = [
    join(packageFolder, "src"),
    ...slugs.map((slug) => join(packageFolder, "applications", slug)),
  ];
  for (const file of (await Promise.all(folders.map(listFiles))).flat().sort()) {
    const content = await readFile(file);
    digest
      .update(`${relative(packageFolder, file).split(sep).join("/")}\n${content.length}\n`)
      .update(content);
  }
  return digest.digest("hex").slice(0, 32);
}

/** Tests and examples change nothing in a snapshot. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.ts$|^examples\.ts$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}
