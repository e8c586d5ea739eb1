import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { PostgresAccount } from "./postgres-account.ts";

export interface PostgresCommand {
  program: string;
  /** The folder that `-D` names, and further files that arguments name; see `argumentsFor`. */
  folder: string;
  files?: string[];
  /** Builds the arguments from the paths of the folder and the files. */
  argumentsFor(folder: string, files: string[]): string[];
  account: PostgresAccount | null;
  /** The target of the output: an open file, or `pipe`. */
  output: number | "pipe";
  detached?: boolean;
}

/**
 * Starts a PostgreSQL program on a folder. PostgreSQL's user may not be allowed to enter a parent folder, such as `/root`. Under
 * root, the child therefore inherits open handles of the folder and the files, and names them by handle: Linux then does not check
 * the parent folders.
 */
export function spawnInFolder(command: PostgresCommand): ChildProcess {
  const paths = [command.folder, ...(command.files ?? [])];
  const isHandedOver = command.account !== null && process.platform === "linux";
  const opened = isHandedOver ? paths.map((path) => openSync(path, "r")) : [];
  const firstInherited = 3;
  const [folder = command.folder, ...files] = isHandedOver
    ? paths.map((_, index) => `/proc/self/fd/${firstInherited + index}`)
    : paths;
  const options: SpawnOptions = {
    cwd: "/",
    env: { LC_ALL: "C", PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
    detached: command.detached ?? false,
    stdio: ["ignore", command.output, command.output, ...opened],
    ...command.account,
  };
  try {
    return spawn(command.program, command.argumentsFor(folder, files), options);
  } finally {
    for (const descriptor of opened) {
      closeSync(descriptor);
    }
  }
}
