// Serves a PostgreSQL to tests that may not import the server: `node serve-database.ts <folder> <port> operated|shared`.
// A shared one has an empty, migrated database `migrated` to make others from, and `<folder>/empty` holds a stopped cluster with
// the same tables, to be copied.
// Prints its address as one line when it takes connections. Ends, and ends PostgreSQL, when its standard input is closed.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { openEmbeddedPostgres } from "../src/db/embedded-postgres.ts";
import { migrate } from "../src/db/migrate.ts";
import { openJobs } from "../src/jobs/jobs.ts";
import { createLogger } from "../src/log/logger.ts";

/** PostgreSQL's own defaults where the embedded database differs: it plays one that an operator runs. */
const operated = {
  log_min_messages: "warning",
  log_min_error_statement: "error",
  log_error_verbosity: "default",
  log_checkpoints: "on",
};

/** For the databases of many tests at the same time, which lose nothing by a power failure. */
const shared = { ...operated, fsync: "off", full_page_writes: "off", max_connections: "300" };

const [dataDir = "", port = "", mode] = process.argv.slice(2);
const settings = mode === "shared" ? shared : operated;
const log = createLogger({ level: "error", isTerminal: false });
if (mode === "shared") {
  await createEmptyCluster(join(dataDir, "empty"));
}
const database = await openEmbeddedPostgres({ dataDir, log, settings, port: Number(port) });
if (mode === "shared") {
  await createTemplate("migrated");
}
console.log(database.connectionString);
process.stdin.resume();
await once(process.stdin, "close");
await database.stop();

/** Creates a cluster with all tables in a folder, and copies it to the data folder. */
async function createEmptyCluster(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const cluster = await openEmbeddedPostgres({ dataDir: folder, log, settings });
  const pool = new pg.Pool(cluster.connectionConfig);
  // The pool's end does not wait until PostgreSQL has seen the ends of its connections.
  pool.on("error", () => {});
  await migrate(pool, log);
  // The queues have tables of their own, which take as long.
  await (await openJobs(pool, log)).close();
  await pool.end();
  await cluster.stop();
  await promisify(execFile)("cp", [
    "-a",
    join(folder, "postgres"),
    join(folder, "postgres.password"),
    dataDir,
  ]);
}

async function createTemplate(name: string): Promise<void> {
  const client = new pg.Client({ ...database.connectionConfig, database: "postgres" });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE bowline`);
  await client.end();
}
