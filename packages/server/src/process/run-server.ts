import type { Config } from "../config.ts";
import { openDatabase } from "../db/open-database.ts";
import { onFirstSignal } from "../drain.ts";
import type { Logger } from "../logger.ts";
import { openDeps } from "../open-deps.ts";
import { announce } from "./announce.ts";
import { openDatabaseVault, prepareDatabase } from "./prepare-database.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";

/** One process that does everything. A signal that comes while it starts is obeyed once it stands, so that all is closed. */
export async function runServer(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const db = await openDatabase(config, log);
  try {
    const vault = await openDatabaseVault(config, db);
    const firstKey = await prepareDatabase(config, log, db, vault);
    const opened = await openDeps(config, log, db, vault);
    const server = await serveUntilSignal(config, log, opened, signal, process);
    process.stdout.write(announce(config, server.address(), firstKey));
  } catch (error) {
    await db.close();
    throw error;
  }
}
