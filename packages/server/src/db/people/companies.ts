import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

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

/** Locks a company until the transaction ends, so that changes to it come one after another. */
export async function lockCompany(transaction: Kysely<Schema>, companyId: number): Promise<void> {
  await sql`select 1 from company where company_id = ${companyId} for update`.execute(transaction);
}
