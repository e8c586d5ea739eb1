import { openBuiltIns } from "../built-ins/open-built-ins.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/open-database.ts";
import type { ServerPart } from "../drain.ts";
import type { Logger } from "../log/logger.ts";
import type { Vault } from "../vault/vault.ts";
import { openDatabaseVault, prepareDatabase } from "./prepare-database.ts";
import { renderAnnouncement } from "./render-announcement.ts";

/** What a start prepares once, however many processes will serve. */
export interface PreparedServer {
  vault: Vault;
  /** Installs the built-in applications in the background. */
  builtIns: ServerPart;
  /** Called once the server listens: says where, and begins to install the built-in applications. */
  announce(): void;
}

/**
 * Prepares the database (`prepareDatabase`) and what installs the built-in applications.
 *
 * @throws Error that says what to do
 */
export async function prepareServer(
  config: Config,
  log: Logger,
  db: Database,
  process: NodeJS.Process,
): Promise<PreparedServer> {
  const terminal = process.stdout?.isTTY ? process.stdout : null;
  const builtIns = await openBuiltIns({ config, log, db, terminal });
  const vault = await openDatabaseVault(config, db);
  const firstAccess = await prepareDatabase(config, log, db, vault);
  await builtIns.applyAddresses();
  return {
    vault,
    builtIns: { name: "built-in applications", close: () => builtIns.close() },
    announce() {
      process.stdout.write(renderAnnouncement(config, firstAccess));
      // On a terminal, the link stays the last line (decisions D53): a bar is drawn below it, and is gone in the end.
      void builtIns.start(terminal !== null && firstAccess.signInLink !== null);
    },
  };
}
