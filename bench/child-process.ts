import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A part of the benchmark in its own process, so that its CPU time is measured separately. */
export interface BenchProcess {
  pid: number;
  child: ChildProcess;
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/** Starts a module of this folder in a child process. The module must call `reportPort`. */
export async function startProcess(module: string, ...args: string[]): Promise<BenchProcess> {
  const child = fork(new URL(module, import.meta.url), args);
  const [{ port }] = await Promise.race([once(child, "message"), failOnExit(child, module)]);
  return { pid: child.pid ?? 0, child, origin: `http://127.0.0.1:${port}` };
}

/** Called in the child: sends its port to the parent, and exits when the parent exits. */
export function reportPort(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
  process.on("disconnect", () => process.exit());
}

/** Throws when the process exits. */
export async function failOnExit(child: ChildProcess, name: string, until?: AbortSignal): Promise<never> {
  const [code, signal] = await once(child, "exit", until ? { signal: until } : {});
  throw new Error(`${name} exited with ${signal ?? `code ${code}`}.`);
}

/** Stops a child process and waits for its exit. Kills it after `graceMs`. */
export async function stopProcess(child: ChildProcess, graceMs = 15_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await exited;
  clearTimeout(killer);
}
