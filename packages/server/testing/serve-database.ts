// Serves a PostgreSQL to tests that may not import the server: `node serve-database.ts <folder> <port> operated|shared`.
// A shared one has an empty, migrated database `migrated` to make others from.
// Prints its address as one line when it takes connections. Ends, and ends PostgreSQL, when its standard input is closed.
import { once } from "node:events";
import pg from "pg";
import { openEmbeddedPostgres } from "../src/db/embedded-postgres.ts";
import { migrate } from "../src/db/migrate.ts";
import { createLogger } from "../src/logger.ts";

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
const database = await openEmbeddedPostgres({ dataDir, log, settings, port: Number(port) });
if (mode === "shared") {
  await createTemplate("migrated");
}
console.log(database.connectionString);
process.stdin.resume();
await once(process.stdin, "close");
await database.stop();

async function createTemplate(name: string): Promise<void> {
  const client = new pg.Client(database.connectionConfig);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const pool = new pg.Pool({ ...database.connectionConfig, database: name, max: 1 });
  await migrate(pool, log).finally(() => pool.end());
}
