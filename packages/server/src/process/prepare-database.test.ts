import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { readConfig } from "../config/config.ts";
import { createLogger } from "../log/logger.ts";
import { openDatabaseVault, prepareDatabase } from "./prepare-database.ts";

test("a used database without its key file is refused, and no other key is made", async () => {
  await using folders = await openFolders();
  const database = await createTestDatabase();
  const config = readConfig({ BOWLINE_DATA_DIR: folders.used });
  const log = createLogger({ level: "silent", isTerminal: false });
  await prepareDatabase(config, log, database, await openDatabaseVault(config, database));
  const restored = readConfig({ BOWLINE_DATA_DIR: folders.restored });
  await expect(openDatabaseVault(restored, database)).rejects.toThrow(
    `there is no file ${join(folders.restored, "master-key")}. Restore the file, or set BOWLINE_MASTER_KEY`,
  );
  expect(await readdir(folders.restored)).toEqual([]);
  await database.drop();
});

test("the key file is read once: what becomes of it during a start changes nothing", async () => {
  await using folders = await openFolders();
  const database = await createTestDatabase();
  const config = readConfig({ BOWLINE_DATA_DIR: folders.used });
  const vault = await openDatabaseVault(config, database);
  await rm(join(folders.used, "master-key"));
  await prepareDatabase(config, createLogger({ level: "silent", isTerminal: false }), database, vault);
  expect(await readdir(folders.used)).not.toContain("master-key");
  const noted = await database.pool.query("select key_id from master_key");
  expect(noted.rows).toEqual([{ key_id: vault.masterKeyId }]);
  await database.drop();
});

async function openFolders() {
  const used = await mkdtemp(join(tmpdir(), "bowline-used-"));
  const restored = await mkdtemp(join(tmpdir(), "bowline-restored-"));
  return {
    used,
    restored,
    async [Symbol.asyncDispose]() {
      await rm(used, { recursive: true });
      await rm(restored, { recursive: true });
    },
  };
}
