import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { deleteUnusedProfile } from "./delete-members.ts";
import type { MemberRow } from "./members.ts";
import { isSameEmail } from "./same-email.ts";

/** How many companies one person can choose from. */
const companiesAtMost = 200;

/** Lists the account users of people: one in each company they are in. */
export async function listAccountUsers(db: Kysely<Schema>, userIds: readonly number[]): Promise<number[]> {
  const rows = await selectPeople(db).where("a.user_id", "in", userIds).execute();
  return rows.map(({ accountUserId }) => accountUserId);
}

/** Lists the account users of all people with an e-mail address, whatever its case. */
export async function listAccountUsersByEmail(db: Kysely<Schema>, email: string): Promise<number[]> {
  const rows = await selectPeople(db).where(isSameEmail(email)).execute();
  return rows.map(({ accountUserId }) => accountUserId);
}

/** Lists the people with an e-mail address, whatever its case, each with the first of their account users. */
export async function listPeopleByEmail(
  db: Kysely<Schema>,
  email: string,
): Promise<{ userId: number; accountUserId: number; fullName: string; companyNames: string[] }[]> {
  return db
    .selectFrom("account_user as a")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .innerJoin("company as c", "c.company_id", "a.company_id")
    .select((select) => [
      "u.user_id as userId",
      "u.full_name as fullName",
      select.fn.min("a.account_user_id").as("accountUserId"),
      sql<string[]>`array_agg(c.name order by a.account_user_id)`.as("companyNames"),
    ])
    .where("a.kind", "=", "person")
    .where("u.deleted_date", "is", null)
    .where(isSameEmail(email))
    .groupBy(["u.user_id", "u.full_name"])
    .orderBy("accountUserId")
    .execute();
}

const selectPeople = (db: Kysely<Schema>) =>
  db
    .selectFrom("account_user as a")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .select("a.account_user_id as accountUserId")
    .where("a.kind", "=", "person")
    .where("u.deleted_date", "is", null)
    .orderBy("a.account_user_id")
    .limit(companiesAtMost);

/** Keeps a person from joining a company until the transaction ends: a member's reference to the profile waits for it. */
export async function lockProfile(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.selectFrom("user_profile").select("user_id").where("user_id", "=", userId).forUpdate().execute();
}

/** In how many companies a person is. */
export async function countCompanies(db: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("account_user")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function isInCompany(db: Kysely<Schema>, userId: number, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom("account_user")
    .select("account_user_id")
    .where("user_id", "=", userId)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives an account user another profile, and deletes the former one unless it is in another company.
 *
 * @returns false when that profile is in the company already
 */
export async function moveToProfile(
  db: Kysely<Schema>,
  member: Pick<MemberRow, "accountUserId" | "companyId" | "userId">,
  userId: number,
): Promise<boolean> {
  const moved = await db
    .updateTable("account_user")
    .set({ user_id: userId })
    .where("account_user_id", "=", member.accountUserId)
    .where(
      sql<boolean>`not exists (select 1 from account_user where company_id = ${member.companyId} and user_id = ${userId})`,
    )
    .returning("account_user_id")
    .executeTakeFirst();
  if (moved === undefined) {
    return false;
  }
  await deleteUnusedProfile(db, member.userId);
  return true;
}
