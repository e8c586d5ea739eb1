import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, with access for this user only. Folders that are there stay as they are.
 *
 * Node's own `recursive` never ends below a folder that takes no new names, such as `/proc`.
 *
 * @throws the system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  const above = dirname(folder);
  if (above !== folder && !(await isFolder(above))) {
    await makeFolder(above);
  }
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(await isFolder(folder))) {
      throw error;
    }
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
