import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "./find-free-port.ts";
import { findProgram } from "./on-path.ts";

/** The suite's own Redis or Valkey, which a test may stop and start. */
export interface SharedLimiter {
  url: string;
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
  let child: ChildProcess | undefined;
  const start = async () => {
    const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    child = spawn(program, settings, { stdio: "ignore" });
    while (!(await isListening(port))) {
      await delay(20);
    }
  };
  const stop = async () => {
    if (!child || child.exitCode !== null) {
      return;
    }
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop, [Symbol.asyncDispose]: stop };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const outcome = await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => null);
  const isOpen = outcome !== null && !socket.destroyed;
  socket.destroy();
  return isOpen;
}
