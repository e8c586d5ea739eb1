import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A part of the benchmark in a process of its own, so that its CPU time can be told from the others'. */
export interface BenchProcess {
  pid: number;
  child: ChildProcess;
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/** Starts a module beside this one that calls `reportPort`. */
export async function startProcess(module: string, ...args: string[]): Promise<BenchProcess> {
  const child = fork(new URL(module, import.meta.url), args);
  const [{ port }] = await Promise.race([once(child, "message"), failOnExit(child, module)]);
  return { pid: child.pid ?? 0, child, origin: `http://127.0.0.1:${port}` };
}

/** In the child: tells the parent where it listens, and ends with the parent. */
export function reportPort(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
  process.on("disconnect", () => process.exit());
}

/** Waits for the end of a process that should not end. */
export async function failOnExit(child: ChildProcess, name: string, until?: AbortSignal): Promise<never> {
  const [code, signal] = await once(child, "exit", until ? { signal: until } : {});
  throw new Error(`${name} ended with ${signal ?? `code ${code}`}.`);
}

/** Ends a child process and waits until it is gone; after `graceMs` milliseconds it is killed. */
export async function stopProcess(child: ChildProcess, graceMs = 15_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await gone;
  clearTimeout(killer);
}
