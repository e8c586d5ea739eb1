import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { listDescendants } from "./process-usage.ts";

/**
 * Gives the measured processes the first core, and everything else that the benchmark started, their databases included, the others.
 * What else runs on a process's core takes its place in the caches, which costs more the more code a process has. Linux only.
 *
 * @throws Error when there is one core only, or no `taskset` (util-linux)
 */
export function giveOwnCore(measured: readonly number[]): void {
  const cores = availableParallelism();
  if (cores < 2) {
    throw new Error("--own-core: this machine has one core only.");
  }
  const others = cores === 2 ? "1" : `1-${cores - 1}`;
  for (const pid of listDescendants(process.pid)) {
    moveThreads(pid, measured.includes(pid) ? "0" : others);
  }
}

function moveThreads(pid: number, cores: string): void {
  try {
    execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", cores, String(pid)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    if (listDescendants(process.pid).includes(pid)) {
      throw new Error(`--own-core: ${error instanceof Error ? error.message : error}`);
    }
  }
}
