import { access, constants, mkdir } from "node:fs/promises";

/**
 * Makes the data folder, for this user alone, and checks that it can be written to.
 *
 * @throws Error that says what to do
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFolder(error, folder);
  }
}

const orAnother = "or set BOWLINE_DATA_DIR to another one";

/** What can be done about a data folder that cannot be used, by the error's code. */
export function explainFolder(error: unknown, folder: string): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new Error(
        `The data folder ${folder} cannot be written to. Start the server as the user it belongs to, ${orAnother}.`,
      );
    case "EROFS":
      return new Error(
        `The data folder ${folder} lies on a disk that is read-only. Mount it writable, ${orAnother}.`,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new Error(`There is no space left for the data folder ${folder}. Make room, ${orAnother}.`);
    case "ENOTDIR":
    case "EEXIST":
    case "ENOENT":
      return new Error(
        `The data folder ${folder} cannot be made: its path leads through what is no folder. Remove that, ${orAnother}.`,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
