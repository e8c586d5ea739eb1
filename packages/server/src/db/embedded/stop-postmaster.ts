import { execFile } from "node:child_process";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Logger } from "../../log/logger.ts";

const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;

/** Stops PostgreSQL with a fast shutdown (SIGINT: rolls back open transactions and writes everything). If that hangs, with an immediate one (SIGQUIT: recovers at the next start). */
export async function stopPostmaster(
  isRunning: () => Promise<boolean>,
  kill: (signal: NodeJS.Signals) => void,
): Promise<void> {
  kill("SIGINT");
  if (await endsWithin(fastShutdownMs, isRunning)) {
    return;
  }
  kill("SIGQUIT");
  if (await endsWithin(immediateShutdownMs, isRunning)) {
    return;
  }
  kill("SIGKILL");
  await endsWithin(immediateShutdownMs, isRunning);
}

/**
 * Stops the PostgreSQL that a killed server left running on `folder`. The caller has locked the data folder, so no other server
 * uses that PostgreSQL.
 */
export async function stopOrphan(folder: string, log: Logger): Promise<void> {
  const pidFile = join(folder, "postmaster.pid");
  const text = await readFile(pidFile, "utf8").catch(() => null);
  if (text === null) {
    return;
  }
  const pid = Number.parseInt(text, 10);
  if (!(await isPostmasterOf(folder, pid))) {
    return disownPidFile(pidFile, text);
  }
  log.warn({ pid }, "the last server ended without stopping its database; stopping that database");
  await stopPostmaster(
    () => isPostmasterOf(folder, pid),
    (signal) => signalIfAlive(pid, signal),
  );
}

/**
 * Replaces the process id in `postmaster.pid`. PostgreSQL does not start when any process of its user has that id, and in a container
 * ids repeat at every start. Removing the file would also remove its shared memory key, which detects backends that are still
 * running. PostgreSQL treats a file with its parent's id as stale and still checks that key.
 */
async function disownPidFile(pidFile: string, text: string): Promise<void> {
  await writeFile(pidFile, text.replace(/^.*/, String(process.pid)));
  // This file protects sockets in folders that clusters share. Our socket is in the cluster's own folder.
  await rm(join(dirname(pidFile), ".s.PGSQL.5432.lock"), { force: true });
}

/** Whether process `pid` is a PostgreSQL that uses `folder`. Process ids are reused. */
async function isPostmasterOf(folder: string, pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid < 2) {
    return false;
  }
  if (process.platform === "linux") {
    const [own, other] = await Promise.all([stat(folder), stat(`/proc/${pid}/cwd`).catch(() => null)]);
    return other !== null && own.ino === other.ino && own.dev === other.dev;
  }
  const command = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(
    () => null,
  );
  return command?.stdout.includes(folder) ?? false;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

async function endsWithin(timeoutMs: number, isRunning: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isRunning()) {
    if (performance.now() > deadline) {
      return false;
    }
    await sleep(20);
  }
  return true;
}
