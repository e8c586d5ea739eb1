import { type BigIntStats, fstatSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { SqlFailure } from "../sql-failure.ts";

/** A regular file below the folder, and which one it was when it was looked at. */
export interface FoundFile {
  path: string;
  device: bigint;
  inode: bigint;
}

/**
 * Finds a database's file. No part of its path below the folder may be a link.
 *
 * @param file parts of names without `.` and `..`, with `/` between them
 * @throws SqlFailure when there is no such file
 */
export function findFile(folder: string, file: string): FoundFile {
  let path = resolveFolder(folder);
  const names = file.split("/");
  for (const [index, name] of names.entries()) {
    path = join(path, name);
    const found = look(path);
    if (found === null) {
      throw refuse(`There is no file ${JSON.stringify(file)} in the server's folder for SQLite.`);
    }
    if (found.isSymbolicLink()) {
      throw refuse(`The file ${JSON.stringify(file)} is a link or behind one. Links are not followed.`);
    }
    const isLast = index === names.length - 1;
    if (isLast && found.isFile()) {
      return { path, device: found.dev, inode: found.ino };
    }
    if (isLast || !found.isDirectory()) {
      throw refuse(`${JSON.stringify(file)} is not a regular file.`);
    }
  }
  throw refuse("The connection names no file.");
}

/**
 * Checks that the file that this process has opened is the one that was found, in case a part of its path was replaced meanwhile.
 *
 * @throws SqlFailure
 */
export function checkOpened({ path, device, inode }: FoundFile, openedPath: string | null): void {
  const isSame = (stats: BigIntStats | null) => stats?.dev === device && stats.ino === inode;
  if (openedPath !== path || !isSame(look(path)) || !(listOpenFiles()?.some(isSame) ?? true)) {
    throw refuse("The file was replaced while it was opened. Try again.");
  }
}

/** The files that this process has open. Null: the system does not tell. */
function listOpenFiles(): (BigIntStats | null)[] | null {
  try {
    return readdirSync("/dev/fd").map(lookAtDescriptor);
  } catch {
    return null;
  }
}

/** Null: it was closed meanwhile. */
function lookAtDescriptor(descriptor: string): BigIntStats | null {
  try {
    return fstatSync(Number(descriptor), { bigint: true });
  } catch {
    return null;
  }
}

function look(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** The folder itself is the operator's choice, so it may be a link. */
function resolveFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw refuse("The server's folder for SQLite (BOWLINE_SQLITE_DIR) does not exist or cannot be read.");
  }
}

const refuse = (message: string): SqlFailure =>
  new SqlFailure("downstreamRefused", message, { concernsConnection: true });
