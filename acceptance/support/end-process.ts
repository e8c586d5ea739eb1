import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends a process that runs until its standard input ends, and waits for it. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.stdin?.end();
    await exited;
  }
}
