import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    startParts: StartParts;
  }
}

/** What the servers of a run share, so that it is made once. */
export interface StartParts {
  command: StartCommand;
  /** The part of a data folder that holds a stopped database with all tables and without a row. */
  emptyDatabase: string;
}

/** What `scripts/start.mjs` runs in the end. */
export interface StartCommand {
  /** Of Node. */
  args: string[];
  env: Record<string, string>;
}

/** Returns the command that runs the server, or null in a run without shared parts. */
export const findStartCommand = (): StartCommand | null => findStartParts()?.command ?? null;

/** Gives a data folder an empty database, unless the run has none to copy. */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  const parts = findStartParts();
  if (parts !== undefined) {
    await copyCluster(parts.emptyDatabase, dataDir);
  }
}

/** Copies a stopped cluster. PostgreSQL's files may belong to another user, and keep their owner. */
async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const paths = ["postgres", "postgres.password"].map((name) => join(from, name));
  await promisify(execFile)("cp", ["-a", ...paths, to]);
}

/** Runs of tests that need no shared database have none. */
const findStartParts = (): StartParts | undefined => inject("startParts");
