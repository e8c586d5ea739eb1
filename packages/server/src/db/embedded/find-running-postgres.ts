import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { postgresUser } from "./create-cluster.ts";

/**
 * Finds the embedded PostgreSQL of a server that is running, for a program beside that server.
 *
 * @returns the settings for `pg`
 * @throws Error when PostgreSQL is not running there, or its files cannot be read
 */
export async function findRunningPostgres(dataFolder: string) {
  const dataDir = await realpath(dataFolder);
  const folder = join(dataDir, "postgres");
  // Lines 4 to 6 are the port, the folder of the socket and the address (PostgreSQL's pidfile.h).
  const lines = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  const [port = "", socketFolder = "", address = ""] = lines.slice(3, 6).map((line) => line.trim());
  const password = (await readFile(join(dataDir, "postgres.password"), "utf8")).trim();
  return {
    // The server names the socket's folder relative to the cluster's.
    host: socketFolder === "" ? address : folder,
    port: Number(port),
    user: postgresUser,
    password,
    database: "bowline",
  };
}
