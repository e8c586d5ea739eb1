import { execFile } from "node:child_process";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Logger } from "../../logger.ts";

const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;

/** Stops a PostgreSQL: fast shutdown (SIGINT: open transactions are rolled back, everything is written), and if that hangs, immediate (SIGQUIT: recovered at the next start). */
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
 * Stops the PostgreSQL that a killed server left running on `folder`. The caller holds the lock of the data folder, so no live
 * server works with that PostgreSQL.
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
 * PostgreSQL takes any process of its user that meanwhile has the id in `postmaster.pid` for a running server, and does not start; in
 * a container ids repeat at every start. Removing the file would also remove the guard against backends that outlived their
 * postmaster (the shared memory key in it). With its parent's id in it, PostgreSQL knows the file for stale and keeps that guard.
 */
async function disownPidFile(pidFile: string, text: string): Promise<void> {
  await writeFile(pidFile, text.replace(/^.*/, String(process.pid)));
  // Guards sockets in folders that several clusters share; ours is in the cluster's own.
  await rm(join(dirname(pidFile), ".s.PGSQL.5432.lock"), { force: true });
}

/** Whether process `pid` is a PostgreSQL that works in `folder`: process ids are reused. */
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
