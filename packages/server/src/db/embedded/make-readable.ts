import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Lets every user read a folder's files and run its programs. */
export async function makeReadable(folder: string): Promise<void> {
  await promisify(execFile)("chmod", ["-R", "u=rwX,go=rX", folder]);
}
