import { rmSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { UsageError } from "../errors.ts";
import { finishBeforeStop } from "../finish-before-stop.ts";
import { makeFolder } from "../make-folder.ts";
import { findConfigPath } from "./config-file.ts";

/** A lock that another machine left behind is removed after this time: twice as long as a server may take to renew a sign-in. */
const staleMs = 120_000;

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
    await removeIfAbandoned(path);
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
    await writeFile(path, `${hostname()} ${process.pid}`, { mode: 0o600, flag: "wx" });
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

async function removeIfAbandoned(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  const isStale = found !== null && Date.now() - found.mtimeMs > staleMs;
  if (isStale || (await hasHolderEnded(path))) {
    await rm(path, { force: true });
  }
}

/** Whether the command that has the lock was one of this machine and was killed. A lock is empty for a moment. */
async function hasHolderEnded(path: string): Promise<boolean> {
  const [host, pid] = (await readFile(path, "utf8").catch(() => "")).split(" ");
  if (host !== hostname()) {
    return false;
  }
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
