import cluster from "node:cluster";
import { resolve } from "node:path";
import { ConfigError, listUnknownSettings, readConfig } from "./config.ts";
import { createLogger, writesText } from "./logger.ts";
import { checkAddress } from "./process/check-address.ts";
import { prepareDataFolder } from "./process/prepare-data-folder.ts";
import { runPrimary } from "./process/run-primary.ts";
import { runServer } from "./process/run-server.ts";
import { runWorker } from "./process/run-worker.ts";
import { watchParent } from "./process/watch-parent.ts";

/** The process. The only file that reads the environment. */
async function main(): Promise<void> {
  const settings = readConfig(process.env);
  const config = { ...settings, dataDir: resolve(settings.dataDir) };
  const isTerminal = writesText(config.logFormat, process.stdout.isTTY === true);
  const log = createLogger({ level: config.logLevel, isTerminal });
  if (cluster.isWorker) {
    return runWorker(config, log, process);
  }
  // scripts/start.mjs opens a channel; npm names what it runs.
  if (process.connected || process.env.npm_lifecycle_event !== undefined) {
    watchParent(process);
  }
  for (const variable of listUnknownSettings(process.env)) {
    log.warn({ variable }, "this variable begins like a setting and is none");
  }
  await checkAddress(config);
  await prepareDataFolder(config.dataDir);
  return config.workers > 1 ? runPrimary(config, log, process) : runServer(config, log, process);
}

/** One line of the log where programs read it, else a text. A stack would say nothing: what refuses a start is the operator's. */
function renderRefusal(error: unknown): string {
  const message = `Bowline cannot start: ${error instanceof Error ? error.message : String(error)}`;
  const { BOWLINE_LOG_FORMAT: sent } = process.env;
  const format = sent === "text" || sent === "json" ? sent : "auto";
  if (writesText(format, process.stdout.isTTY === true)) {
    return message;
  }
  const problems = error instanceof ConfigError ? { problems: error.problems } : {};
  return JSON.stringify({ level: "fatal", time: new Date().toISOString(), ...problems, msg: message });
}

// A terminal that was closed takes no more words; the server still has to end in good order.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {});
}

main().catch((error: unknown) => {
  console.error(renderRefusal(error));
  process.exit(1);
});
