import type { Kysely } from "kysely";
import { noteMasterKey } from "../db/master-key-use.ts";
import { checkMigrated } from "../db/migrate.ts";
import type { Database } from "../db/open-database.ts";
import type { Schema } from "../db/schema.ts";
import type { MasterKeys } from "../master-keys.ts";
import { type RotationResult, rotateMasterKey } from "./rotate-master-key.ts";
import { serverOwnerId } from "./vault.ts";

/** Lists the companies' data keys and the server's own, locked. */
async function listDataKeys(
  transaction: Kysely<Schema>,
): Promise<{ companyId: number; wrappedDataKey: Buffer }[]> {
  const companies = await transaction
    .selectFrom("company")
    .select(["company_id as companyId", "wrapped_data_key as wrappedDataKey"])
    .orderBy("company_id")
    .forUpdate()
    .execute();
  const own = await transaction
    .selectFrom("server_data_key")
    .select("wrapped_data_key as wrappedDataKey")
    .forUpdate()
    .execute();
  return [...companies, ...own.map((row) => ({ companyId: serverOwnerId, ...row }))];
}

/**
 * Runs `rotateMasterKey` on the data keys in one transaction: all change or none. Notes since when the key is used.
 *
 * @throws MigrationError when the database is of another version, which may keep data keys elsewhere
 */
export async function rotateDatabase(
  { pool, kysely }: Pick<Database, "pool" | "kysely">,
  masterKeys: MasterKeys,
): Promise<RotationResult> {
  await checkMigrated(pool);
  return kysely.transaction().execute(async (transaction) => {
    await noteMasterKey(transaction, masterKeys.current.id);
    return rotateMasterKey(masterKeys, {
      listDataKeys: () => listDataKeys(transaction),
      async saveWrappedKey(companyId, wrappedDataKey) {
        if (companyId === serverOwnerId) {
          await transaction
            .updateTable("server_data_key")
            .set({ wrapped_data_key: wrappedDataKey })
            .execute();
          return;
        }
        await transaction
          .updateTable("company")
          .set({ wrapped_data_key: wrappedDataKey })
          .where("company_id", "=", companyId)
          .execute();
      },
    });
  });
}
