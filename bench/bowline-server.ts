import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../acceptance/support/find-free-port.ts";
import { stopProcess } from "./child-process.ts";

/** The script of `npm start`. Its process becomes the server, so both have the same process id. */
const start = fileURLToPath(new URL("../scripts/start.mjs", import.meta.url));
const startTimeoutMs = 120_000;

/** The real server on its own embedded database. */
export interface BowlineServer {
  pid: number;
  child: ChildProcess;
  origin: string;
  apiKey: string;
  dataDir: string;
}

export interface ServerOptions {
  /** The data folder of an earlier server. Default: a new one. */
  dataDir?: string;
  env?: Record<string, string>;
  /** File for a CPU profile (`….cpuprofile`), written when the server stops. */
  profilePath?: string | undefined;
}

/** Starts a server and waits until it is ready. */
export async function startServer({
  dataDir,
  env = {},
  profilePath,
}: ServerOptions = {}): Promise<BowlineServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "bowline-bench-")));
  const port = await findFreePort();
  const log = await open(join(folder, "server.log"), "a");
  const profile = profilePath && {
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${dirname(profilePath)} --cpu-prof-name=${basename(profilePath)}`,
  };
  const child = spawn(process.execPath, [start], {
    env: { ...inheritedEnvironment(), ...serverEnvironment(folder, port), ...env, ...profile },
    stdio: ["ignore", log.fd, log.fd],
  });
  // Stops the server when the benchmark is interrupted.
  process.on("exit", () => child.kill());
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(child, origin);
    const apiKey = (await readFile(join(folder, "admin-api-key"), "utf8")).trim();
    return { pid: child.pid ?? 0, child, origin, apiKey, dataDir: folder };
  } catch (error) {
    await stopProcess(child);
    const text = await readFile(join(folder, "server.log"), "utf8");
    if (!dataDir) {
      await rm(folder, { recursive: true, force: true });
    }
    throw new Error(`${error instanceof Error ? error.message : error}\n${text.slice(-4_000)}`);
  } finally {
    await log.close();
  }
}

/** Stops a server and, with `discard`, deletes its data. */
export async function stopServer({ child, dataDir }: BowlineServer, discard = true): Promise<void> {
  await stopProcess(child, 60_000);
  if (discard) {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The environment without settings that would change the measurement. */
function inheritedEnvironment(): Record<string, string | undefined> {
  const settings = /^(BOWLINE_|DATABASE_URL$|REDIS_URL$|HOST$|PORT$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}

function serverEnvironment(dataDir: string, port: number): Record<string, string> {
  return {
    PORT: String(port),
    BOWLINE_DATA_DIR: dataDir,
    BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8",
    BOWLINE_BUILT_INS: "off",
    BOWLINE_RATE_BURST: "0",
    BOWLINE_RATE_HOURLY: "0",
    BOWLINE_RATE_SEARCH_BURST: "0",
    BOWLINE_RATE_SEARCH_HOURLY: "0",
  };
}

async function waitUntilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) {
      throw new Error(`The server ended with ${end} before it was ready.`);
    }
    const response = await fetch(`${origin}/health/ready`).catch(() => null);
    if (response?.status === 200) {
      return;
    }
    await delay(100);
  }
  throw new Error(`The server was not ready after ${startTimeoutMs / 1000} seconds.`);
}
