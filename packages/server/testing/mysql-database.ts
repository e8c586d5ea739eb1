import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "@bowline/acceptance/find-free-port.ts";
import { type Connection, createConnection } from "mysql2";
import { findMariaDbProgram, type MariaDbOptions, startMariaDbServer } from "./start-mariadb-server.ts";

/** A MariaDB of its own that tools may be connected to, with a database and a user without rights. */
export interface MysqlDatabase {
  name: string;
  /** On 127.0.0.1. */
  port: string;
  user: string;
  password: string;
  /** A user who may do everything. */
  owner: { user: string; password: string };
  folder: string;
  /** Runs statements as the owner, one after the other. Returns the last one's rows. */
  query(...statements: string[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export const isMariaDbMissing = findMariaDbProgram() === null;

/** Starts a MariaDB with an empty database and a user who may log in. */
export async function startMysqlDatabase(
  options: Pick<MariaDbOptions, "tls" | "version"> = {},
): Promise<MysqlDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-mariadb-"));
  const owner = { user: "owner", password: randomBytes(12).toString("hex") };
  const port = await findFreePort();
  const server = await startMariaDbServer({ ...options, folder, port, password: owner.password });
  const connection = createConnection({ host: "127.0.0.1", port, ...owner, multipleStatements: false });
  const run = promisify<string, unknown>(connection.query.bind(connection) as Connection["query"]);
  const user = "reader";
  const password = "pa'ss-word\"1";
  const query = async (...statements: string[]) => {
    let rows: unknown = [];
    for (const statement of statements) {
      rows = await run(statement);
    }
    return rows as Record<string, unknown>[];
  };
  await query(
    "CREATE DATABASE shop CHARACTER SET utf8mb4",
    "USE shop",
    `CREATE USER ${user}@'%' IDENTIFIED BY ${connection.escape(password)}`,
  );
  return {
    name: "shop",
    port: String(port),
    user,
    password,
    owner,
    folder,
    query,
    async close() {
      connection.destroy();
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
