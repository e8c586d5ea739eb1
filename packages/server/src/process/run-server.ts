import { type BuiltIns, openBuiltIns } from "../built-ins/open-built-ins.ts";
import type { Config } from "../config/config.ts";
import { type Database, openDatabase } from "../db/open-database.ts";
import { onFirstSignal } from "../drain.ts";
import type { Logger } from "../log/logger.ts";
import { type OpenedDeps, openDeps } from "../open-deps.ts";
import { type FirstAccess, openDatabaseVault, prepareDatabase } from "./prepare-database.ts";
import { renderAnnouncement } from "./render-announcement.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";

/** Runs everything in one process. A signal during the start takes effect after it, so that every part is closed. */
export async function runServer(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const db = await openDatabase(config, log);
  const terminal = process.stdout?.isTTY ? process.stdout : null;
  const { opened, firstAccess, builtIns } = await openServer(config, log, db, terminal).catch(
    async (error) => {
      await db.close();
      throw error;
    },
  );
  await serveUntilSignal(config, log, opened, signal, process);
  process.stdout.write(renderAnnouncement(config, firstAccess));
  // On a terminal, the link stays the last line (decisions D53): a bar is drawn below it, and is gone in the end.
  void builtIns.start(terminal !== null && firstAccess.signInLink !== null);
}

async function openServer(
  config: Config,
  log: Logger,
  db: Database,
  terminal: NodeJS.WriteStream | null,
): Promise<{ opened: OpenedDeps; firstAccess: FirstAccess; builtIns: BuiltIns }> {
  const builtIns = await openBuiltIns({ config, log, db, terminal });
  const vault = await openDatabaseVault(config, db);
  const firstAccess = await prepareDatabase(config, log, db, vault);
  await builtIns.applyAddresses();
  const { deps, parts } = await openDeps(config, log, db, vault);
  const own = { name: "built-in applications", close: () => builtIns.close() };
  return { opened: { deps, parts: [own, ...parts] }, firstAccess, builtIns };
}
