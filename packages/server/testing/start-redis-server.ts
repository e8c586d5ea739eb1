import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "@bowline/acceptance/find-free-port.ts";

/** A real Redis on a free loopback port, in a folder of its own. */
export interface RedisServer {
  url: string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  /** Stops it from responding without closing its connections. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** The Redis or Valkey program on this machine, or null. */
export function findRedisProgram(): string | null {
  const found = ["redis-server", "valkey-server"].find(
    (program) => spawnSync(program, ["--version"]).status === 0,
  );
  return found ?? null;
}

export async function startRedisServer(program: string): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-redis-"));
  const port = await findFreePort();
  let child = await launch(program, folder, port);

  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      child = await launch(program, folder, port);
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async remove() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function launch(program: string, folder: string, port: number): Promise<ChildProcess> {
  const settings = [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const child = spawn(program, settings, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    if (line.includes("Ready to accept connections")) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error(`${program} ended before it was ready.`);
}
