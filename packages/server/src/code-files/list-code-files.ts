import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const sourceFile = /^(?!.*\.(?:test|d)\.[mc]?[jt]s$).+\.[mc]?[jt]s$/;
const mainFile = /^application\.m?[jt]s$/;

/**
 * Lists the files of the operator's applications below their folder, sorted: each `.ts` or `.js` file, and `application.ts` or
 * `application.js` of each sub-folder. Names that begin with a dot, `node_modules`, tests and type declarations are left out. Links are followed.
 *
 * @throws Error when the folder cannot be read
 */
export async function listCodeFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
      .map(async (entry) => {
        if (!(await isFolder(entry))) {
          return sourceFile.test(entry.name) ? [entry.name] : [];
        }
        const names = await readdir(join(folder, entry.name));
        return names.filter((name) => mainFile.test(name)).map((name) => `${entry.name}/${name}`);
      }),
  );
  return files.flat().sort();
}

async function isFolder(entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) {
    return entry.isDirectory();
  }
  const target = await stat(join(entry.parentPath, entry.name)).catch(() => null);
  return target?.isDirectory() ?? false;
}
