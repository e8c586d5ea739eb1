// Serves a PostgreSQL to tests that may not import the server: `node serve-database.ts <folder> <port> operated|shared`.
// Prints its address as one line when it takes connections. Ends, and ends PostgreSQL, when its standard input is closed.
import { once } from "node:events";
import { openEmbeddedPostgres } from "../src/db/embedded-postgres.ts";
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
console.log(database.connectionString);
process.stdin.resume();
await once(process.stdin, "close");
await database.stop();
