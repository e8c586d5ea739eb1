import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { endProcess } from "./end-process.ts";
import { findFreePort } from "./find-free-port.ts";
import { copyEmptyDatabase } from "./start-parts.ts";

/** The suite's own PostgreSQL, which a test may stop and start. */
export interface OutsideDatabase {
  url: string;
  /** On 127.0.0.1. */
  port: number;
  /** Of a shared one: a stopped cluster with the tables of a server, to be copied. */
  emptyDatabase: string;
  /** Where its own files are. */
  dataFolder: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The log so far. */
  readLog(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface OutsideDatabaseOptions {
  /** Password of its superuser. Default: a fixed text. */
  password?: string;
  /** For the databases of many tests: fast, and with room for many connections. Default: as an operator's. */
  isShared?: boolean;
  /** Has no tables. Default: those of a server, which starts faster. */
  isBare?: boolean;
}

const program = join(import.meta.dirname, "../../packages/server/testing/serve-database.ts");

/** Creates and starts a PostgreSQL with a database without a row. */
export async function startOutsideDatabase(options: OutsideDatabaseOptions = {}): Promise<OutsideDatabase> {
  const { password = "acceptance", isShared = false, isBare = false } = options;
  const folder = await mkdtemp(join(tmpdir(), "bowline-acceptance-db-"));
  const port = await findFreePort();
  const mode = isShared ? "shared" : "operated";
  if (!isShared) {
    await copyEmptyDatabase(folder);
  }
  let served = await serveDatabase(folder, port, mode);
  await createSuperuser(served.address, password);
  const url = `postgres://acceptance:${encodeURIComponent(password)}@127.0.0.1:${port}/bowline`;
  if (isBare) {
    await removeTables(url);
  }
  return {
    emptyDatabase: join(folder, "empty"),
    url,
    port,
    dataFolder: join(folder, "postgres"),
    start: async () => {
      served = await serveDatabase(folder, port, mode);
    },
    stop: () => endProcess(served.process),
    readLog: () => readFileSync(join(folder, "postgres.log"), "utf8"),
    [Symbol.asyncDispose]: async () => {
      await endProcess(served.process);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serveDatabase(
  folder: string,
  port: number,
  mode: "operated" | "shared",
): Promise<{ process: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [program, folder, String(port), mode], {
    stdio: ["pipe", "pipe", "inherit"],
    // Ctrl-C must stop only the tests, which then stop the database.
    detached: true,
  });
  const [address] = await Promise.race([once(createInterface(child.stdout), "line"), once(child, "exit")]);
  if (typeof address !== "string") {
    throw new Error(`The suite's PostgreSQL did not start (exit code ${child.exitCode}).`);
  }
  return { process: child, address };
}

/** Creates a role with a known password for the server under test. */
async function createSuperuser(address: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`CREATE ROLE acceptance SUPERUSER LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  await client.end();
}

async function removeTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL("/postgres", url).href });
  await client.connect();
  await client.query("DROP DATABASE bowline");
  await client.query("CREATE DATABASE bowline");
  await client.end();
}
