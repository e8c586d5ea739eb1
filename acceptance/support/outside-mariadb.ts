import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Connection, createConnection } from "mysql2";
import { endProcess } from "./end-process.ts";
import { findFreePort } from "./find-free-port.ts";
import type { MadeCertificate } from "./make-certificate.ts";
import { findProgram } from "./on-path.ts";

/** The suite's own MariaDB, which a test may stop and start. It encrypts connections that ask for it. */
export interface OutsideMariaDb {
  port: number;
  /** Runs statements as a user who may do everything. Returns the last one's rows. */
  query(...statements: string[]): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Debian puts the server where only root's PATH finds it. */
export const isMariaDbMissing = findProgram(["mariadbd"]) === null && !existsSync("/usr/sbin/mariadbd");

const program = join(import.meta.dirname, "../../packages/server/testing/serve-mariadb.ts");

export async function startOutsideMariaDb({
  certificate,
  privateKey,
}: Pick<MadeCertificate, "certificate" | "privateKey">): Promise<OutsideMariaDb> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-acceptance-mariadb-"));
  const files = [join(folder, "server.pem"), join(folder, "server-key.pem")] as const;
  await writeFile(files[0], certificate);
  await writeFile(files[1], privateKey);
  const port = await findFreePort();
  const password = "acceptance";
  const serve = () => serveMariaDb([folder, String(port), password, ...files]);
  let child = await serve();
  return {
    port,
    query: async (...statements) => {
      const connection = createConnection({ host: "127.0.0.1", port, user: "owner", password });
      const run = promisify<string, unknown>(connection.query.bind(connection) as Connection["query"]);
      let rows: unknown = [];
      for (const statement of statements) {
        rows = await run(statement);
      }
      connection.destroy();
      return rows as Record<string, unknown>[];
    },
    start: async () => {
      child = await serve();
    },
    stop: () => endProcess(child),
    [Symbol.asyncDispose]: async () => {
      await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serveMariaDb(settings: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, ...settings], {
    stdio: ["pipe", "pipe", "inherit"],
    // Ctrl-C must stop only the tests, which then stop the database.
    detached: true,
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), once(child, "exit")]);
  if (line !== "ready") {
    throw new Error(`The suite's MariaDB did not start (exit code ${child.exitCode}).`);
  }
  return child;
}
