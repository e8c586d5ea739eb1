import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const abandonedMs = 3_600_000;

/** Names a file that is being written beside the one that it will replace. */
export const nameUnfinished = (file: string): string => `${file}.${randomBytes(6).toString("hex")}`;

/** Removes files that killed processes have left unfinished, in all folders. Others may be at work on files that are younger. */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.filter((one) => /\.[\da-f]{12}$/.test(one))) {
    const file = join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > abandonedMs) {
      await rm(file, { force: true });
    }
  }
}
