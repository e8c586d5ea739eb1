import cluster from "node:cluster";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError, readConfig } from "./config.ts";
import { createLogger } from "./logger.ts";
import { runPrimary } from "./process/run-primary.ts";
import { runServer } from "./process/run-server.ts";
import { runWorker } from "./process/run-worker.ts";
import { watchParent } from "./process/watch-parent.ts";

/** The process. The only file that reads the environment. */
async function main(): Promise<void> {
  const settings = readConfig(process.env);
  const config = { ...settings, dataDir: resolve(settings.dataDir) };
  const isTerminal = process.stdout.isTTY === true;
  const log = createLogger({ level: config.logLevel, isTerminal });
  if (cluster.isWorker) {
    return runWorker(config, log, process);
  }
  // scripts/start.mjs opens a channel; npm names what it runs.
  if (process.connected || process.env.npm_lifecycle_event !== undefined) {
    watchParent(process);
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return config.workers > 1 ? runPrimary(config, log, process) : runServer(config, log, process);
}

// A terminal that was closed takes no more words; the server still has to end in good order.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {});
}

main().catch((error: unknown) => {
  // A problem with settings or database is the operator's: its sentence says what to do, a stack says nothing.
  const isExpected = error instanceof ConfigError || error instanceof Error;
  console.error(isExpected ? `Bowline cannot start: ${error.message}` : error);
  process.exit(1);
});
