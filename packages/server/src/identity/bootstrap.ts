import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { insertCompany } from "../db/people/companies.ts";
import { insertMember } from "../db/people/members.ts";
import type { Schema } from "../db/schema.ts";
import type { Vault } from "../vault/vault.ts";
import { createFirstKey } from "./create-first-key.ts";
import { writeSecretFile } from "./write-secret-file.ts";

/**
 * On the first start, creates a company, an Admin and a key, and writes the key to `admin-api-key` in the data folder
 * (decisions D41b). If several servers start at once, only one does it.
 *
 * @returns the key if it was created now, else null
 */
export async function bootstrap(db: Kysely<Schema>, vault: Vault, dataDir: string): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.bootstrap})`.execute(transaction);
    const company = await transaction.selectFrom("company").select("company_id").limit(1).executeTakeFirst();
    if (company !== undefined) {
      return null;
    }
    const companyId = await insertCompany(transaction, {
      name: "My company",
      wrappedDataKey: vault.createDataKey(),
    });
    const accountUserId = await insertMember(transaction, {
      companyId,
      kind: "person",
      fullName: "Admin",
      email: "admin@localhost",
      role: "Admin",
    });
    const apiKey = await createFirstKey(transaction, accountUserId);
    // Written before the commit: a written key that never becomes valid does less harm than a lost one.
    const file = join(dataDir, "admin-api-key");
    await keepEarlierFile(file);
    await writeSecretFile(file, apiKey);
    return apiKey;
  });
}

/** Another database may have used the folder before. The key of its Admin is perhaps nowhere else. */
async function keepEarlierFile(file: string): Promise<void> {
  if (existsSync(file)) {
    let number = 1;
    while (existsSync(`${file}.${number}`)) {
      number++;
    }
    await rename(file, `${file}.${number}`);
  }
}
