import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "@bowline/acceptance/find-free-port.ts";

// Debian puts it where only root's PATH finds it.
const programs = ["pgbouncer", "/usr/sbin/pgbouncer"];

/** A real PgBouncer on a free loopback port. */
export interface PgBouncer extends AsyncDisposable {
  port: number;
}

/** The PostgreSQL behind the pooler, over TCP. */
export interface PooledServer {
  port: number;
  user: string;
  password: string;
  /** How many clients may be connected at a time. Default: PgBouncer's. */
  maxClients?: number;
  /** How many sessions of a database its clients share; further clients wait for one. Default: PgBouncer's. */
  poolSize?: number;
}

/** The PgBouncer program on this machine, or null. */
export function findPgBouncerProgram(): string | null {
  return programs.find((program) => spawnSync(program, ["--version"]).status === 0) ?? null;
}

/** Starts a pooler for all databases of a server, which anybody on this machine may use. */
export async function startPgBouncer(
  program: string,
  mode: "session" | "transaction",
  server: PooledServer,
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-pgbouncer-"));
  const port = await findFreePort();
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=${server.user} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${server.maxClients === undefined ? "" : `max_client_conn = ${server.maxClients}`}
${server.poolSize === undefined ? "" : `default_pool_size = ${server.poolSize}`}
`,
  );
  // It refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ["--user=nobody"] : [];
  const child = spawn(program, [...asOther, settings], { stdio: ["ignore", "ignore", "pipe"] });
  await waitUntilListening(child);
  return {
    port,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await rm(folder, { recursive: true });
    },
  };
}

async function waitUntilListening({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null) {
    throw new Error("PgBouncer's log is not read.");
  }
  const lines: string[] = [];
  for await (const line of createInterface(stderr)) {
    lines.push(line);
    if (line.includes("process up")) {
      stderr.resume();
      return;
    }
  }
  throw new Error(`PgBouncer ended before it was ready:\n${lines.join("\n")}`);
}
