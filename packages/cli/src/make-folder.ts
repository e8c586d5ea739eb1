import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Folders that are there stay as they are.
 *
 * @throws the system's error
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  // Node's own `recursive` never ends below a folder that takes no new names, such as `/proc`.
  const above = dirname(folder);
  if (above !== folder && !(await isFolder(above))) {
    await makeFolder(above, mode);
  }
  try {
    await mkdir(folder, { mode });
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
