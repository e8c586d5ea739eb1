import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { MasterKeys } from "./master-keys.ts";
import { type RotationResult, rotateMasterKey } from "./rotate-master-key.ts";

/** Runs `rotateMasterKey` on the company table in one transaction: all companies change or none. */
export async function rotateDatabase(db: Kysely<Schema>, masterKeys: MasterKeys): Promise<RotationResult> {
  return db.transaction().execute((transaction) =>
    rotateMasterKey(masterKeys, {
      listCompanies: () =>
        transaction
          .selectFrom("company")
          .select(["company_id as companyId", "wrapped_data_key as wrappedDataKey"])
          .orderBy("company_id")
          .forUpdate()
          .execute(),
      async saveWrappedKey(companyId, wrappedDataKey) {
        await transaction
          .updateTable("company")
          .set({ wrapped_data_key: wrappedDataKey })
          .where("company_id", "=", companyId)
          .execute();
      },
    }),
  );
}
