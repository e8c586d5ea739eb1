import { rmSync } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { UsageError } from "../errors.ts";
import { finishBeforeStop } from "../finish-before-stop.ts";
import { makeFolder } from "../make-folder.ts";
import { findConfigPath } from "./config-file.ts";

/** What a command that was killed left behind is removed after this time. */
const staleMs = 60_000;

/**
 * Does some work while no other command changes the configuration. A signal waits for its end: a new refresh token that is not stored
 * would end the sign-in.
 *
 * @throws UsageError when its folder cannot be written to
 */
export async function withConfigLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const path = `${findConfigPath()}.lock`;
  await makeFolder(dirname(path), 0o700).catch(refuseFolder);
  while (!(await tryLock(path))) {
    await removeIfStale(path);
    await delay(50);
  }
  const unlock = () => rmSync(path, { force: true });
  // A second signal ends the process in the middle.
  process.once("exit", unlock);
  try {
    return await finishBeforeStop(work);
  } finally {
    process.off("exit", unlock);
    unlock();
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return false;
    }
    return refuseFolder(error);
  }
}

function refuseFolder(error: unknown): never {
  throw new UsageError(
    `${dirname(findConfigPath())} cannot be written to (${(error as NodeJS.ErrnoException).code}), so no sign-in can be kept. Set BOWLINE_URL and BOWLINE_API_KEY instead.`,
  );
}

async function removeIfStale(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > staleMs) {
    await rm(path, { force: true });
  }
}
