import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../../make-folder.ts";

/** Another running process uses the data folder. */
export class DataFolderInUseError extends Error {
  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by ${holder}. Stop that server first, or give this one its own folder with BOWLINE_DATA_DIR.`,
    );
    this.name = "DataFolderInUseError";
  }
}

export interface DataFolderLock {
  /** A second call does nothing. */
  release(): void;
}

/**
 * Locks the data folder (created with mode 0700 when missing) for this process, or throws `DataFolderInUseError`.
 *
 * A file with a process id is not a safe lock: ids are reused, and two processes that start at once may both find it stale. Node has
 * no flock, but its SQLite locks a file through the operating system, and that lock always ends with the process.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const lock = await openLockFile(dataDir);
  const holderPath = join(dataDir, "server.pid");
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!isLocked(error)) {
      throw error;
    }
    throw new DataFolderInUseError(dataDir, describeHolder(holderPath));
  }
  try {
    writeFileSync(holderPath, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw refuseFolder(dataDir, error);
  }
  return {
    release() {
      if (lock.isOpen) {
        // Later the id may be another process's, and somebody may stop that one.
        rmSync(holderPath, { force: true });
        lock.close();
      }
    },
  };
}

async function openLockFile(dataDir: string): Promise<DatabaseSync> {
  try {
    await makeFolder(dataDir);
    return new DatabaseSync(join(dataDir, "server.lock"), { timeout: 0 });
  } catch (error) {
    throw refuseFolder(dataDir, error);
  }
}

const refuseFolder = (dataDir: string, cause: unknown): Error =>
  new Error(
    `The data folder ${dataDir} cannot be written to. Start the server as the user it belongs to, or give it another one with BOWLINE_DATA_DIR.`,
    { cause },
  );

function isLocked(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

/** Only for the message: the holder may not have written its id yet. */
function describeHolder(holderPath: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(holderPath, "utf8"), 10)}`;
  } catch {
    return "another process";
  }
}
