import { join } from "node:path";
import { listBuiltInSlugs } from "@bowline/catalog";
import type { Kysely } from "kysely";
import pg from "pg";
import { installCodeApplications } from "../code-files/install-code-applications.ts";
import type { Config } from "../config/config.ts";
import { sealOlderClients } from "../connect/provider/seal-older-clients.ts";
import { sealOlderSecrets } from "../connections/seal-older-secrets.ts";
import { noteMasterKey } from "../db/master-key-use.ts";
import { holdsCompanies, migrate } from "../db/migrate.ts";
import type { Database } from "../db/open-database.ts";
import type { Schema } from "../db/schema.ts";
import { loadServerDataKey } from "../db/server-data-key.ts";
import { prepareLongSession } from "../db/session-settings.ts";
import { bootstrap } from "../identity/bootstrap.ts";
import { openPasswordHasher } from "../identity/password-hash.ts";
import { prepareFirstAdmin } from "../identity/prepare-first-admin.ts";
import type { Logger } from "../log/logger.ts";
import { MasterKeyError, type MasterKeys } from "../master-keys.ts";
import { createWrappedDataKey } from "../vault/data-key.ts";
import { loadMasterKeyFile, loadOrCreateMasterKeyFile } from "../vault/master-key-file.ts";
import { openVault, serverOwnerId, type Vault } from "../vault/vault.ts";

/**
 * Opens the vault of a database with the master keys of the settings or of the data folder. Makes a key file for an unused database only:
 * another key than the lost one would open nothing.
 *
 * @throws MasterKeyError when there is no key for a database that was used before
 */
export async function openDatabaseVault(config: Config, db: Database): Promise<Vault> {
  const masterKeys = config.masterKeys ?? (await loadKeyFile(config, db));
  return openVault(masterKeys, async (companyId) => {
    if (companyId === serverOwnerId) {
      return loadServerDataKey(db.kysely, () => createWrappedDataKey(masterKeys));
    }
    const company = await db.kysely
      .selectFrom("company")
      .select("wrapped_data_key")
      .where("company_id", "=", companyId)
      .executeTakeFirstOrThrow();
    return company.wrapped_data_key;
  });
}

/** The first Admin's ways in. Null: not made at this start. */
export interface FirstAccess {
  apiKey: string | null;
  /** Works once (decisions D53). */
  signInLink: string | null;
}

/**
 * Prepares a database for the server: migrates it, checks the master key, binds older secrets to their addresses, installs the
 * applications in code, and creates the first company with its Admin.
 *
 * @returns what was made now for the first Admin
 * @throws Error that says what to do when the master key does not match the database
 */
export async function prepareDatabase(
  config: Config,
  log: Logger,
  db: Database,
  vault: Vault,
): Promise<FirstAccess> {
  await migrateDatabase(db, log);
  // Nobody waits for a response yet: on a busy machine, a start takes longer and does not fail.
  const { kysely } = db.background;
  const companies = await kysely.selectFrom("company").select("wrapped_data_key").execute();
  const own = await kysely.selectFrom("server_data_key").select("wrapped_data_key").execute();
  for (const owner of [...companies, ...own]) {
    vault.checkKnown(owner.wrapped_data_key);
  }
  await noteMasterKey(kysely, vault.masterKeyId);
  await sealOlder(log, kysely, vault);
  const codeFolder = { folder: config.codeApplications, builtInSlugs: await listBuiltInSlugs() };
  await installCodeApplications(kysely, log, codeFolder);
  const apiKey = await bootstrap(kysely, vault, config.dataDir);
  const { adminEmail: email, adminPassword: password, baseUrl, dataDir } = config;
  const settings = { email, password, baseUrl, dataDir };
  const passwords = openPasswordHasher({ cost: 2 ** config.passwordCost });
  const signInLink = await prepareFirstAdmin(kysely, passwords, Date.now(), settings);
  return { apiKey, signInLink };
}

/** Binds secrets stored by earlier versions to the addresses they may go to (decisions D73, D74). */
async function sealOlder(log: Logger, kysely: Kysely<Schema>, vault: Vault): Promise<void> {
  const { sealed, unopened } = await sealOlderSecrets(kysely, vault);
  const { bound, waiting } = await sealOlderClients(kysely, vault);
  if (sealed + bound > 0) {
    log.info({ connections: sealed, clients: bound }, "secrets were bound to the addresses they may go to");
  }
  if (unopened.length > 0) {
    log.warn(
      { connectionIds: unopened.slice(0, 100) },
      "the secrets of some connections cannot be decrypted",
    );
  }
  if (waiting.length > 0) {
    log.warn(
      { authenticationIds: waiting.slice(0, 100) },
      "some OAuth clients could be sent to any host: an Admin must set their tokenHosts",
    );
  }
}

/** Uses a connection without time limits: migrating a large table takes long. */
async function migrateDatabase({ connectionConfig }: Database, log: Logger): Promise<void> {
  const pool = new pg.Pool({ ...connectionConfig, max: 1, onConnect: prepareLongSession });
  pool.on("error", () => {});
  await migrate(pool, log).finally(() => pool.end());
}

async function loadKeyFile({ dataDir }: Config, db: Database): Promise<MasterKeys> {
  const path = join(dataDir, "master-key");
  const masterKeys = await loadMasterKeyFile(path);
  if (masterKeys === null && (await holdsCompanies(db.background.pool))) {
    throw new MasterKeyError(
      `The master key of the database is missing: there is no file ${path}. Restore the file, or set BOWLINE_MASTER_KEY to its content.`,
    );
  }
  return masterKeys ?? loadOrCreateMasterKeyFile(path);
}
