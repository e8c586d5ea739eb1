import { access, constants } from "node:fs/promises";
import { makeFolder } from "../make-folder.ts";

/**
 * Creates the data folder with access for this user only, and checks that it is writable.
 *
 * @throws Error that says what to do
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFolder(error, folder);
  }
}

/** Explains a start that failed because the disk is full, which each part says in its own words. Other errors stay as they are. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  return isDiskFull(error) ? explainFolder(Object.assign(new Error(), { code: "ENOSPC" }), folder) : error;
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const sqliteFull = 13;
  return (
    ("code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) ||
    ("errcode" in error && error.errcode === sqliteFull) ||
    // PostgreSQL's words, also in what initdb printed and at the end of the log.
    /No space left on device|Check free disk space|Disk quota exceeded/.test(error.message)
  );
}

const orAnother = "or set BOWLINE_DATA_DIR to another one";

/** Explains why a data folder cannot be used, by the error's code, and what to do. */
export function explainFolder(error: unknown, folder: string): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new Error(
        `The data folder ${folder} cannot be written to. Start the server as its owner, ${orAnother}.`,
      );
    case "EROFS":
      return new Error(
        `The data folder ${folder} is on a read-only disk. Mount the disk writable, ${orAnother}.`,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new Error(`There is no space left for the data folder ${folder}. Make room, ${orAnother}.`);
    case "ENOTDIR":
    case "EEXIST":
      return new Error(
        `The data folder ${folder} cannot be created: a part of its path is not a folder. Remove that part, ${orAnother}.`,
      );
    case "ENOENT":
      return new Error(
        `The data folder ${folder} cannot be created: no folder can be made there. Set BOWLINE_DATA_DIR to another one.`,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
