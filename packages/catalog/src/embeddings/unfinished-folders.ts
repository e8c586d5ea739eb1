import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "../is-process-alive.ts";

const prefix = "unfinished-";
const dayMs = 24 * 60 * 60 * 1000;

/** Makes a folder for a package that is being unpacked. Its name says by which process. */
export const makeUnfinishedFolder = (folder: string): Promise<string> =>
  mkdtemp(join(folder, `${prefix}${hostname()}-${process.pid}-`));

/**
 * Deletes what processes that were killed have left. A process of this machine is asked whether it lives. What others have made, which
 * share the folder, is deleted after a day.
 *
 * @param folder may be missing
 */
export async function removeAbandonedFolders(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(folder, name);
    if (await isAbandoned(path, name)) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [, host, processId] = /^unfinished-(.+)-(\d+)-[^-]+$/.exec(name) ?? [];
  if (host === hostname()) {
    // A container that starts again may give the same number.
    return Number(processId) === process.pid || !isProcessAlive(Number(processId));
  }
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > dayMs;
}
