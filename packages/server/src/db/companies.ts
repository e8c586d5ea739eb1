import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Adds a company. Returns its id. */
export async function insertCompany(
  db: Kysely<Schema>,
  company: { name: string; wrappedDataKey: Buffer },
): Promise<number> {
  const { company_id } = await db
    .insertInto("company")
    .values({ name: company.name, wrapped_data_key: company.wrappedDataKey })
    .returning("company_id")
    .executeTakeFirstOrThrow();
  return company_id;
}
