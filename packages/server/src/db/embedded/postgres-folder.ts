import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { PostgresAccount } from "./postgres-account.ts";

export interface PostgresCommand {
  program: string;
  /** The folder that `-D` names, and further files that arguments name; see `argumentsFor`. */
  folder: string;
  files?: string[];
  /** Gets what to call the folder and the files by. */
  argumentsFor(folder: string, files: string[]): string[];
  account: PostgresAccount | null;
  /** Where output goes: an open file, or `pipe`. */
  output: number | "pipe";
  detached?: boolean;
}

/**
 * Starts a program of PostgreSQL on a folder. Another user than ours may be shut out of a folder above it (`/root` is closed), so
 * under root the folder and the files are handed over open, and named as what the child has inherited: Linux then asks for no
 * permission on the way.
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
