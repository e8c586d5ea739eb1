import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another live process works in the data folder. */
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
 * Takes the data folder (made with mode 0700 when missing) for this process, or throws `DataFolderInUseError`.
 *
 * A file with a process id in it is no lock: ids are reused, and two starters may both find it stale. Node has no flock, but its
 * SQLite takes a real lock of the operating system on a file, which ends with the process that holds it, however it ends.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const lock = openLockFile(dataDir);
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
  writeFileSync(holderPath, `${process.pid}\n`);
  return {
    release() {
      if (lock.isOpen) {
        lock.close();
      }
    },
  };
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(dataDir, "server.lock"), { timeout: 0 });
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be written to. Start the server as the user it belongs to, or give it another one with BOWLINE_DATA_DIR.`,
      { cause: error },
    );
  }
}

function isLocked(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

/** For the message only: the holder may have taken the lock a moment ago and not yet written its id. */
function describeHolder(holderPath: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(holderPath, "utf8"), 10)}`;
  } catch {
    return "another process";
  }
}
