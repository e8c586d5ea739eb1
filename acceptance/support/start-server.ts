import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "./find-free-port.ts";
import { copyEmptyDatabase, findStartCommand } from "./start-parts.ts";

const projectRoot = join(import.meta.dirname, "..", "..");
const startTimeoutMs = 180_000;
const stopTimeoutMs = 120_000;
const outputTimeoutMs = 5000;

/** A server started by the suite. */
export interface StartedServer {
  baseUrl: string;
  dataDir: string;
  /** The settings with which the operator's commands reach its database. */
  databaseSettings: Record<string, string>;
  /** Empty when this was not the first start with its database. */
  adminApiKey: string;
  /** Whether the server limits calls. */
  hasBudgets: boolean;
  /** Process id of the started process. */
  pid: number;
  /** The output so far, as whole lines. Lines of the log are written up to 200 ms late. */
  readLog(): string;
  /** Sends SIGTERM, waits for the exit and returns the exit code. Keeps the data folder. */
  stop(): Promise<number | null>;
  /** `kill -9`, like a power failure. Keeps the data folder. */
  kill(): Promise<void>;
  /** Sends SIGTERM and does not wait. */
  terminate(): void;
  /** Waits for the exit and returns the exit code. */
  waitForExit(): Promise<number | null>;
  /** Starts again with the same data folder, by default with the same settings. */
  restart(settings?: Record<string, string>): Promise<StartedServer>;
  /** Stops it and removes the data folder. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Settings with very large budgets and with access to this machine. */
export const generousSettings: Record<string, string> = {
  BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8",
  BOWLINE_RATE_BURST: "1000000",
  BOWLINE_RATE_HOURLY: "10000000",
  BOWLINE_RATE_SEARCH_BURST: "1000000",
  BOWLINE_RATE_SEARCH_HOURLY: "10000000",
  BOWLINE_RATE_REGISTRATION: "1000000",
};

/** What the suite leaves out, to save CPU time, unless a test is about it. */
export interface StartOptions {
  /** Starts it with `scripts/start.mjs`, as `npm start` does. Default: runs what that ends with. */
  withLauncher?: boolean;
  /** Lets the server create its embedded database. Default: it finds an empty one with all tables. */
  createsDatabase?: boolean;
}

/** Starts a server and waits until it is ready. */
export async function startServer(
  settings: Record<string, string> = {},
  options: StartOptions = {},
): Promise<StartedServer> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-acceptance-"));
  const dataDir = join(folder, "data");
  try {
    if (!options.createsDatabase && !("DATABASE_URL" in settings)) {
      await copyEmptyDatabase(dataDir);
    }
    return await launch(folder, dataDir, { ...generousSettings, ...settings }, options);
  } catch (error) {
    stopRemainingDatabase(dataDir);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a server as the README describes, from nothing, and waits until it is ready. */
export const startFirstServer = (settings?: Record<string, string>): Promise<StartedServer> =>
  startServer(settings, { withLauncher: true, createsDatabase: true });

/**
 * Starts a server with wrong settings and waits for its exit.
 *
 * @param hasDatabase whether its data folder has an empty database already, for settings that are read later
 */
export async function startFailingServer(
  settings: Record<string, string>,
  { hasDatabase = false } = {},
): Promise<{ exitCode: number | null; log: string }> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-acceptance-"));
  if (hasDatabase) {
    await copyEmptyDatabase(folder);
  }
  const child = spawnServer({ PORT: String(await findFreePort()), BOWLINE_DATA_DIR: folder, ...settings });
  const output = collectOutput(child);
  const exitCode = await waitForExit(child, output, stopTimeoutMs);
  await rm(folder, { recursive: true, force: true });
  return { exitCode, log: output.read() };
}

async function launch(
  folder: string,
  dataDir: string,
  settings: Record<string, string>,
  options: StartOptions,
): Promise<StartedServer> {
  const port = await findFreePort();
  const child = spawnServer({ PORT: String(port), BOWLINE_DATA_DIR: dataDir, ...settings }, options);
  const output = collectOutput(child);
  const readLog = output.read;
  const expectEnd = reportUnexpectedEnd(child, readLog);
  killOnExit(child, folder, dataDir);
  const baseUrl = `http://${settings.HOST ?? "127.0.0.1"}:${port}`;
  await waitUntilReady(baseUrl, child, readLog);
  const stop = async () => {
    expectEnd();
    child.kill("SIGTERM");
    return waitForExit(child, output, stopTimeoutMs);
  };
  return {
    baseUrl,
    dataDir,
    databaseSettings: chooseDatabaseSettings(dataDir, settings),
    adminApiKey: (await readFile(join(dataDir, "admin-api-key"), "utf8").catch(() => "")).trim(),
    hasBudgets: settings.BOWLINE_RATE_BURST !== "0" || settings.BOWLINE_RATE_HOURLY !== "0",
    pid: child.pid ?? 0,
    readLog,
    stop,
    terminate: () => {
      expectEnd();
      child.kill("SIGTERM");
    },
    waitForExit: () => {
      expectEnd();
      return waitForExit(child, output, stopTimeoutMs);
    },
    kill: async () => {
      expectEnd();
      killGroup(child);
      await waitForExit(child, output, stopTimeoutMs);
    },
    restart: (changed = {}) => launch(folder, dataDir, { ...settings, ...changed }, options),
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded(child)) {
        await stop();
        killGroup(child);
      }
      stopRemainingDatabase(dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function chooseDatabaseSettings(
  dataDir: string,
  { DATABASE_URL, BOWLINE_MASTER_KEY }: Record<string, string>,
): Record<string, string> {
  return {
    BOWLINE_DATA_DIR: dataDir,
    ...(DATABASE_URL !== undefined && { DATABASE_URL }),
    ...(BOWLINE_MASTER_KEY !== undefined && { BOWLINE_MASTER_KEY }),
  };
}

function spawnServer(
  settings: Record<string, string>,
  { withLauncher = false }: StartOptions = {},
): ChildProcess {
  const { PATH, HOME, LANG, TMPDIR, NODE_EXTRA_CA_CERTS, HTTPS_PROXY } = process.env;
  // The launcher also builds the console.
  const found = withLauncher || "BOWLINE_CONSOLE" in settings ? null : findStartCommand();
  const { args, env } = found ?? { args: [join(projectRoot, "scripts", "start.mjs")], env: {} };
  return spawn(process.execPath, args, {
    cwd: projectRoot,
    env: {
      ...env,
      ...{ PATH, HOME, LANG, TMPDIR, NODE_EXTRA_CA_CERTS, HTTPS_PROXY },
      // Tests of the catalog would see them.
      BOWLINE_BUILT_INS: "off",
      // Started as npm starts it, it ends when this process is gone, however that ended.
      npm_lifecycle_event: "start",
      // Its build would take time from the tests.
      BOWLINE_CONSOLE: "off",
      // A hash of the usual cost takes a quarter of a second of CPU time, and the suite makes hundreds.
      BOWLINE_PASSWORD_COST: "8",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

/** What a process writes. */
interface Output {
  /** Its whole lines so far: the end of one may still be on its way. After the process's end, everything. */
  read(): string;
  /** Resolves when nobody can write more: a process's end is known before its last lines have arrived. */
  closed: Promise<void>;
}

function collectOutput(child: ChildProcess): Output {
  let lines = "";
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream
      ?.setEncoding("utf8")
      .on("data", (chunk: string) => {
        rest += chunk;
        const end = rest.lastIndexOf("\n") + 1;
        lines += rest.slice(0, end);
        rest = rest.slice(end);
      })
      .on("end", () => {
        lines += rest;
      });
  }
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { read: () => lines, closed };
}

async function waitUntilReady(baseUrl: string, child: ChildProcess, readLog: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && !hasEnded(child)) {
    const ready = await fetch(`${baseUrl}/health/ready`).catch(() => null);
    await ready?.arrayBuffer();
    // The announcement is written when it serves, and has the first Admin's key and link.
    if (ready?.status === 200 && readLog().includes("Bowline is ready at ")) {
      return;
    }
    await delay(50);
  }
  killGroup(child);
  throw new Error(`The server did not get ready (exit code ${child.exitCode}).\n${readLog().slice(-4000)}`);
}

async function waitForExit(child: ChildProcess, output: Output, timeoutMs: number): Promise<number | null> {
  if (!hasEnded(child)) {
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const isLate = await Promise.race([ended, delay(timeoutMs, "late", { ref: false })]);
    if (isLate === "late") {
      killGroup(child);
    }
    await ended;
    if (isLate === "late") {
      throw new Error(`The server did not exit within ${timeoutMs} ms.`);
    }
  }
  // A process that outlives a killed server may hold its output.
  await Promise.race([output.closed, delay(outputTimeoutMs, undefined, { ref: false })]);
  return child.exitCode;
}

/**
 * Prints the end of a server that nobody stopped: later tests only see that nothing listens.
 *
 * @returns a function to call before the server is stopped
 */
function reportUnexpectedEnd(child: ChildProcess, readLog: () => string): () => void {
  const report = (code: number | null, signal: string | null) =>
    console.error(
      `The server ended by itself (${signal ?? `exit code ${code}`}).\n${readLog().slice(-4000)}`,
    );
  child.once("exit", report);
  return () => child.off("exit", report);
}

/** Kills the server when this process exits, for example after a timeout. */
function killOnExit(child: ChildProcess, folder: string, dataDir: string): void {
  const end = () => {
    killGroup(child);
    stopRemainingDatabase(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group has already exited.
  }
}

/** Stops a database whose server was killed, so that it does not outlive the test. */
function stopRemainingDatabase(dataDir: string): void {
  const postmaster = findPostmaster(dataDir);
  if (postmaster === null) {
    return;
  }
  try {
    process.kill(postmaster, "SIGQUIT");
  } catch {
    // It has already exited.
  }
}

/** Process id of the embedded database, from its own postmaster.pid; null when it has exited. */
export function findPostmaster(dataDir: string): number | null {
  for (const place of ["postgres", "postgresql", "database", "db", "pg", "."]) {
    const folder = join(dataDir, place);
    const pid = readPostmaster(folder);
    if (pid > 1 && runsIn(pid, folder)) {
      return pid;
    }
  }
  return null;
}

/** Returns 0 when the folder has none. */
function readPostmaster(folder: string): number {
  try {
    return Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

/** Whether a process runs in a folder. After a crash, the id in a file may belong to another process. True where this is unknown. */
function runsIn(pid: number, folder: string): boolean {
  if (process.platform !== "linux") {
    return true;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}
