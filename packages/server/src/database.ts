import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "./config/config.ts";
import { parseDatabaseUrl } from "./config/parse-database-url.ts";
import { DataFolderInUseError } from "./db/embedded/data-folder-lock.ts";
import { type Database, openDatabase } from "./db/open-database.ts";
import { createLogger, type Logger } from "./log/logger.ts";
import { MasterKeyError, type MasterKeys } from "./master-keys.ts";
import { copyDatabase } from "./process/copy-database.ts";
import { renderCopy } from "./process/render-copy.ts";
import { onFirstSignal } from "./signals.ts";
import { loadMasterKeyFile } from "./vault/master-key-file.ts";

const usage = `Usage: npm run database -- copy --to postgres://user@host:5432/name
       npm run database -- copy --to embedded
The password of the address is read from PGPASSWORD. Other users of the machine can see one that is in the arguments.`;

/** Where a copy goes: an address as `DATABASE_URL` takes it, or null for the embedded database of the data folder. */
type Target = string | null;

/** `npm run database` (decisions D43a). Copies the database of the settings to another one; no server may run on either. */
async function main(signal: AbortSignal): Promise<number> {
  const to = readArguments(process.argv.slice(2));
  if (to === null) {
    console.error(usage);
    return 2;
  }
  const config = readConfig(process.env);
  const target = readTarget(to, config);
  const log = createLogger({ level: "warn", isTerminal: true });
  const masterKeys = await loadMasterKeys(config);
  const source = await openSource(config, log);
  try {
    const opened = await openTarget(config, target, log);
    try {
      const copy = await copyDatabase({ source, target: opened, masterKeys, log, signal });
      console.log(renderCopy(copy, config, target));
      return 0;
    } finally {
      await opened.close();
    }
  } finally {
    await source.close();
  }
}

function readArguments(args: string[]): string | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { to: { type: "string" } },
    });
    return positionals.length === 1 && positionals[0] === "copy" ? (values.to ?? null) : null;
  } catch {
    return null;
  }
}

function readTarget(to: string, config: Config): Target {
  if (to === "embedded") {
    if (config.databaseUrl === null) {
      throw new Error(
        "The database of the settings is the embedded one. To copy your own to it, set DATABASE_URL to its address.",
      );
    }
    return null;
  }
  try {
    return parseDatabaseUrl(to);
  } catch (error) {
    throw new Error(`The address after --to ${error instanceof Error ? error.message : error}.`);
  }
}

async function loadMasterKeys(config: Config): Promise<MasterKeys> {
  const path = join(config.dataDir, "master-key");
  const masterKeys = config.masterKeys ?? (await loadMasterKeyFile(path));
  if (masterKeys === null) {
    throw new MasterKeyError(
      existsSync(join(config.dataDir, "postgres"))
        ? `The master key of the database is missing: there is no file ${path}. Restore the file, or set BOWLINE_MASTER_KEY to its content.`
        : `There is no database in ${config.dataDir}. Set BOWLINE_DATA_DIR to the folder that has it.`,
    );
  }
  return masterKeys;
}

async function openSource(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres"))) {
    throw new Error(
      `There is no database in ${config.dataDir}. Set BOWLINE_DATA_DIR to the folder that has it.`,
    );
  }
  return openStopped(config, log);
}

async function openTarget(config: Config, target: Target, log: Logger): Promise<Database> {
  if (target === null) {
    return openStopped({ ...config, databaseUrl: null }, log);
  }
  try {
    return await openDatabase({ ...config, databaseUrl: target }, log);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`The target: ${message.replaceAll("DATABASE_URL", "the address after --to")}`, {
      cause: error,
    });
  }
}

async function openStopped(config: Config, log: Logger): Promise<Database> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (error instanceof DataFolderInUseError) {
      throw new Error(`A server runs on the data folder ${config.dataDir}. Stop it and try again.`, {
        cause: error,
      });
    }
    throw error;
  }
}

const stopping = new AbortController();
onFirstSignal(process, () => stopping.abort());
try {
  process.exitCode = await main(stopping.signal);
} catch (error) {
  if (stopping.signal.aborted) {
    console.error("The copy was stopped. Nothing was copied, and the source is as it was.");
    process.exitCode = 130;
  } else {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
