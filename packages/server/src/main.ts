import cluster from "node:cluster";
import { resolve } from "node:path";
import { ConfigError, listUnknownSettings, readConfig } from "./config/config.ts";
import { recommendedPasswordCost } from "./identity/password-hash.ts";
import { createLogger, writesText } from "./log/logger.ts";
import { checkAddress, findMissedBaseUrl } from "./process/check-address.ts";
import { findLowFileLimit } from "./process/find-low-file-limit.ts";
import { explainFullDisk, prepareDataFolder } from "./process/prepare-data-folder.ts";
import { findSqliteProblem, readSettings } from "./process/read-settings.ts";
import { runPrimary } from "./process/run-primary.ts";
import { runServer } from "./process/run-server.ts";
import { runWorker } from "./process/run-worker.ts";
import { watchParent } from "./process/watch-parent.ts";

/** Starts the process. Nothing below this file reads the environment. */
async function main(): Promise<void> {
  const settings = cluster.isWorker ? readConfig(process.env) : await readSettings(process.env);
  let config = { ...settings, dataDir: resolve(settings.dataDir) };
  const erasesBar = process.stdout.isTTY === true;
  const isTerminal = writesText(config.logFormat, erasesBar);
  const log = createLogger({ level: config.logLevel, isTerminal, erasesBar });
  if (cluster.isWorker) {
    return runWorker(config, log, process);
  }
  // scripts/start.mjs opens an IPC channel; npm sets npm_lifecycle_event.
  if (process.connected || process.env.npm_lifecycle_event !== undefined) {
    watchParent(process);
  }
  for (const variable of listUnknownSettings(process.env)) {
    log.warn({ variable }, "this variable begins with BOWLINE_ but is not a setting");
  }
  const sqliteProblem = await findSqliteProblem(config.sqliteDir);
  if (sqliteProblem !== null) {
    log.warn(
      { folder: config.sqliteDir },
      `BOWLINE_SQLITE_DIR: the folder ${sqliteProblem}. Until it is there, SQLite databases cannot be used`,
    );
  }
  const files = await findLowFileLimit();
  if (files !== null) {
    log.warn(
      { files },
      "few files and connections may be open at once, and further connections are cut off. Raise the limit, for example with ulimit -n 4096",
    );
  }
  const port = await checkAddress(config);
  if (port !== config.port) {
    const { baseUrl } = readConfig({ ...process.env, PORT: String(port) });
    config = { ...config, port, baseUrl };
  }
  const missed = findMissedBaseUrl(config);
  if (missed !== null) {
    log.warn(
      { baseUrl: config.baseUrl },
      `the console, links and MCP clients use an address where the server does not listen. Set BOWLINE_BASE_URL, for example to ${missed}`,
    );
  }
  await prepareDataFolder(config.dataDir);
  if (config.passwordCost < recommendedPasswordCost) {
    log.warn(
      { cost: config.passwordCost },
      "new password hashes are weak; BOWLINE_PASSWORD_COST is that low for tests only",
    );
  }
  const run = config.workers > 1 ? runPrimary : runServer;
  return run(config, log, process).catch((error) => {
    // A database of the operator has a disk of its own.
    throw config.databaseUrl === null ? explainFullDisk(error, config.dataDir) : error;
  });
}

/** Renders one JSON log line, or text for people. It leaves out the stack: the operator has to mend the cause, not the code. */
function renderStartError(error: unknown): string {
  const message = `Bowline cannot start: ${error instanceof Error ? error.message : String(error)}`;
  const { BOWLINE_LOG_FORMAT: sent } = process.env;
  const format = sent === "text" || sent === "json" ? sent : "auto";
  if (writesText(format, process.stdout.isTTY === true)) {
    return message;
  }
  const problems = error instanceof ConfigError ? { problems: error.problems } : {};
  return JSON.stringify({ level: "fatal", time: new Date().toISOString(), ...problems, msg: message });
}

// Writing to a closed terminal fails; the server must still stop cleanly.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {});
}

main().catch((error: unknown) => {
  console.error(renderStartError(error));
  process.exit(1);
});
