import { rm, writeFile } from "node:fs/promises";

/** Writes a line to a file for its owner only. Removes the old file first, since the mode applies only to a new one. */
export async function writeSecretFile(path: string, line: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, `${line}\n`, { mode: 0o600 });
}
