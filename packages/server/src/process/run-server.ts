import type { Config } from "../config/config.ts";
import { type Database, openDatabase } from "../db/open-database.ts";
import type { Logger } from "../log/logger.ts";
import { type OpenedDeps, openDeps } from "../open-deps.ts";
import { onFirstSignal } from "../signals.ts";
import { type PreparedServer, prepareServer } from "./prepare-server.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";

/**
 * Runs everything in one process. A signal ends the wait for a database; later in the start it takes effect after it, so that every part is
 * closed.
 */
export async function runServer(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const db = await openDatabase(config, log, signal);
  const { opened, prepared } = await openServer(config, log, db, process).catch(async (error) => {
    await db.close();
    throw error;
  });
  await serveUntilSignal(config, log, opened, signal, process);
  prepared.announce();
}

async function openServer(
  config: Config,
  log: Logger,
  db: Database,
  process: NodeJS.Process,
): Promise<{ opened: OpenedDeps; prepared: PreparedServer }> {
  const prepared = await prepareServer(config, log, db, process);
  const { deps, parts } = await openDeps(config, log, db, prepared.vault);
  return { opened: { deps, parts: [prepared.builtIns, ...parts] }, prepared };
}
