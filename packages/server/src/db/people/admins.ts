import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { lockCompany } from "./companies.ts";
import { type MemberRow, selectMember } from "./members.ts";

/**
 * Finds the Admin that the first start made: the one who is as old as the oldest company. Null when that one left, or is no Admin any
 * more: another Admin is somebody else.
 */
export async function loadFirstAdmin(db: Kysely<Schema>): Promise<MemberRow | null> {
  const row = await selectMember(db)
    .innerJoin("company as c", "c.company_id", "a.company_id")
    // One transaction made both.
    .whereRef("a.created_date", "=", "c.created_date")
    .where("a.company_id", "=", (query) =>
      query.selectFrom("company").select((select) => select.fn.min("company_id").as("oldest")),
    )
    .where("a.role", "=", "Admin")
    .where("a.kind", "=", "person")
    .where("u.deleted_date", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether a company has another Admin whose profile is not deleted. Locks the company, so that two Admins cannot leave at the same
 * time.
 */
export async function hasAnotherAdmin(
  db: Kysely<Schema>,
  companyId: number,
  accountUserId: number,
): Promise<boolean> {
  await lockCompany(db, companyId);
  const other = await db
    .selectFrom("account_user as a")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .select("a.account_user_id")
    .where("a.company_id", "=", companyId)
    .where("a.role", "=", "Admin")
    .where("a.account_user_id", "!=", accountUserId)
    .where("u.deleted_date", "is", null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Whether a person is the only Admin with a profile in one of their companies. Locks those companies, as `hasAnotherAdmin` does; the
 * order keeps two people from waiting for each other.
 */
export async function isLastAdminAnywhere(db: Kysely<Schema>, userId: number): Promise<boolean> {
  const companies = await db
    .selectFrom("account_user")
    .select(["company_id", "account_user_id"])
    .where("user_id", "=", userId)
    .where("role", "=", "Admin")
    .orderBy("company_id")
    .execute();
  for (const { company_id, account_user_id } of companies) {
    if (!(await hasAnotherAdmin(db, company_id, account_user_id))) {
      return true;
    }
  }
  return false;
}
