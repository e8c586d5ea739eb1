import { join } from "node:path";
import { readConfig } from "./config/config.ts";
import { openDatabase } from "./db/open-database.ts";
import { createLogger } from "./log/logger.ts";
import type { MasterKeys } from "./master-keys.ts";
import { finishDespiteSignals } from "./signals.ts";
import { loadMasterKeyFile } from "./vault/master-key-file.ts";
import { rotateDatabase } from "./vault/rotate-database.ts";

/** `npm run rotate-master-key`. Reads the same settings as the server. docs/operating.md says what to do before and after. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const masterKeys = config.masterKeys ?? (await loadMasterKeys(join(config.dataDir, "master-key")));
  const database = await openDatabase(config, createLogger({ level: "warn", isTerminal: true }));
  try {
    const { dataKeys, rewrapped } = await rotateDatabase(database, masterKeys);
    console.log(`Data keys: ${dataKeys}. Rewrapped with master key ${masterKeys.current.id}: ${rewrapped}.`);
    if (masterKeys.byId.size > 1) {
      console.log("The other master keys are no longer needed, except to open older backups.");
    }
  } finally {
    await database.close();
  }
}

async function loadMasterKeys(path: string): Promise<MasterKeys> {
  const masterKeys = await loadMasterKeyFile(path);
  if (masterKeys === null) {
    throw new Error(`There is no master key: BOWLINE_MASTER_KEY is not set, and there is no file ${path}.`);
  }
  return masterKeys;
}

finishDespiteSignals(process);
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
