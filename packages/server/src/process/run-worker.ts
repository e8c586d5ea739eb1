import { once } from "node:events";
import type pg from "pg";
import type { Config } from "../config.ts";
import { openPool } from "../db/open-database.ts";
import { createDrain, onFirstSignal } from "../drain.ts";
import type { Logger } from "../logger.ts";
import { openDeps } from "../open-deps.ts";
import { openDatabaseVault } from "./prepare-database.ts";
import { serveHttp } from "./serve-http.ts";

/** One of several processes that share the port; the primary told it how to reach the database. */
export async function runWorker(config: Config, log: Logger, process: NodeJS.Process): Promise<void> {
  const signal = new Promise<string>((resolve) => onFirstSignal(process, resolve));
  const [message] = (await once(process, "message")) as [{ connectionConfig: pg.ClientConfig }];
  const db = await openPool(message.connectionConfig, config, log);
  const { deps, parts } = await openDeps(config, log, db, await openDatabaseVault(config, db));
  let isDraining = () => false;
  const server = await serveHttp(config, deps, () => isDraining());
  const drain = createDrain({ server, parts, log });
  isDraining = drain.isDraining;
  signal.then(async (reason) => process.exit((await drain.start(reason)) ? 0 : 1));
}
