import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { findFreePort } from "./find-free-port.ts";
import { findProgram } from "./on-path.ts";

/** The suite's own Redis or Valkey, which a test may stop and start. */
export interface SharedLimiter {
  url: string;
  /** @throws Error with what it printed, when it does not start */
  start(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const limiterPrograms = ["redis-server", "valkey-server"];

/** Starts it empty on a free port, without disk storage. */
export async function startSharedLimiter(): Promise<SharedLimiter> {
  const program = findProgram(limiterPrograms);
  if (program === null) {
    throw new Error("There is no Redis on the PATH.");
  }
  const port = await findFreePort();
  let child = await launch(program, port);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = await launch(program, port);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function launch(program: string, port: number): Promise<ChildProcess> {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, settings, { stdio: ["ignore", "pipe", "inherit"] });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (line.includes("Ready to accept connections")) {
      child.stdout.resume();
      return child;
    }
    printed.push(line);
  }
  throw new Error(`${program} ended before it was ready:\n${printed.join("\n")}`);
}
