import type { Role } from "@bowline/contract";
import { type Kysely, sql, type Transaction } from "kysely";
import { endApprovals } from "../approvals.ts";
import { deleteConnectionRows, type OnDeleted } from "../connections/delete-connections.ts";
import { likePatterns } from "../like-pattern.ts";
import type { Page, RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";
import { lockCompany } from "./companies.ts";

/** An account user with their profile. */
export interface MemberRow {
  accountUserId: number;
  companyId: number;
  userId: number;
  kind: Schema["account_user"]["kind"];
  fullName: string;
  email: string;
  role: Role;
  createdDate: Date;
  /** The person deleted the profile; name and e-mail are empty. */
  isDeleted: boolean;
}

const selectMember = (db: Kysely<Schema>) =>
  db
    .selectFrom("account_user as a")
    .innerJoin("user_profile as u", "u.user_id", "a.user_id")
    .select([
      "a.account_user_id as accountUserId",
      "a.company_id as companyId",
      "a.user_id as userId",
      "a.kind",
      "u.full_name as fullName",
      "u.email",
      "a.role",
      "a.created_date as createdDate",
      sql<boolean>`u.deleted_date is not null`.as("isDeleted"),
    ]);

export async function loadMember(db: Kysely<Schema>, accountUserId: number): Promise<MemberRow | null> {
  return (await selectMember(db).where("a.account_user_id", "=", accountUserId).executeTakeFirst()) ?? null;
}

/** Filters for listing members; null: all. */
export interface MemberFilter {
  /** Text in the name or the e-mail address. */
  search: string | null;
  /** The whole e-mail address, whatever its case. */
  email: string | null;
}

/** Lists a page of a company's members by id, with their count. */
export async function listMemberRows(
  db: Kysely<Schema>,
  companyId: number,
  filter: MemberFilter,
  page: Page,
): Promise<RowPage<MemberRow>> {
  const patterns = filter.search === null ? null : likePatterns(filter.search);
  const condition = sql<boolean>`a.company_id = ${companyId}
    and (${patterns}::text[] is null or u.full_name ilike any(${patterns}::text[]) or u.email ilike any(${patterns}::text[]))
    and (${filter.email}::text is null or lower(u.email) = lower(${filter.email}))`;
  const [rows, count] = await Promise.all([
    selectMember(db)
      .where(condition)
      .orderBy("a.account_user_id")
      .offset(page.offset)
      .limit(page.top)
      .execute(),
    db
      .selectFrom("account_user as a")
      .innerJoin("user_profile as u", "u.user_id", "a.user_id")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: Number(count.count) };
}

/** How many companies one person can choose from. */
const companiesAtMost = 200;

/** Lists the account users of people: one in each company they are in. */
export async function listAccountUsers(db: Kysely<Schema>, userIds: readonly number[]): Promise<number[]> {
  const rows = await selectPeople(db).where("a.user_id", "in", userIds).execute();
  return rows.map(({ accountUserId }) => accountUserId);
}

/** Lists the account users of all people with an e-mail address, whatever its case. */
export async function listAccountUsersByEmail(db: Kysely<Schema>, email: string): Promise<number[]> {
  const rows = await selectPeople(db).where(sql<boolean>`lower(u.email) = lower(${email})`).execute();
  return rows.map(({ accountUserId }) => accountUserId);
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

/** Finds the Admin that the first start made: the oldest one of the oldest company. Null when that one left. */
export async function loadFirstAdmin(db: Kysely<Schema>): Promise<MemberRow | null> {
  const row = await selectMember(db)
    .where("a.role", "=", "Admin")
    .where("a.kind", "=", "person")
    .where("u.deleted_date", "is", null)
    .orderBy("a.company_id")
    .orderBy("a.account_user_id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
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

/** Adds a profile and its account user. Returns the account user's id. */
export async function insertMember(
  db: Kysely<Schema>,
  member: { companyId: number; kind: MemberRow["kind"]; fullName: string; email: string; role: Role },
): Promise<number> {
  const { user_id } = await db
    .insertInto("user_profile")
    .values({ full_name: member.fullName, email: member.email })
    .returning("user_id")
    .executeTakeFirstOrThrow();
  const { account_user_id } = await db
    .insertInto("account_user")
    .values({ company_id: member.companyId, user_id, kind: member.kind, role: member.role })
    .returning("account_user_id")
    .executeTakeFirstOrThrow();
  return account_user_id;
}

export async function updateProfile(
  db: Kysely<Schema>,
  userId: number,
  change: { fullName?: string; email?: string; deletedDate?: Date },
): Promise<void> {
  const columns = {
    ...(change.fullName !== undefined && { full_name: change.fullName }),
    ...(change.email !== undefined && { email: change.email }),
    ...(change.deletedDate !== undefined && { deleted_date: change.deletedDate }),
  };
  if (Object.keys(columns).length > 0) {
    await db.updateTable("user_profile").set(columns).where("user_id", "=", userId).execute();
  }
}

export async function updateRole(db: Kysely<Schema>, accountUserId: number, role: Role): Promise<void> {
  await db.updateTable("account_user").set({ role }).where("account_user_id", "=", accountUserId).execute();
}

/**
 * Removes an account user with everything it owns, and its profile unless that is in another company.
 *
 * @param onDeleted called with the account user's connections
 */
export async function deleteMemberRow(
  transaction: Transaction<Schema>,
  member: MemberRow,
  onDeleted: OnDeleted,
): Promise<void> {
  await deleteConnectionsOf(transaction, [member.accountUserId], onDeleted);
  await transaction.deleteFrom("account_user").where("account_user_id", "=", member.accountUserId).execute();
  await deleteUnusedProfile(transaction, member.userId);
}

/**
 * Deletes the connections of a person in all companies, and ends the calls that wait for approval there. No connection can be added
 * before the transaction ends.
 */
export async function deletePersonConnections(
  transaction: Transaction<Schema>,
  userId: number,
  onDeleted: OnDeleted,
): Promise<void> {
  const members = await transaction
    .selectFrom("account_user")
    .select("account_user_id")
    .where("user_id", "=", userId)
    .execute();
  const ids = members.map((row) => row.account_user_id);
  await deleteConnectionsOf(transaction, ids, onDeleted);
  const isConcerned = sql<boolean>`connection_id is not null and account_user_id = any(${ids})`;
  await endApprovals(transaction, isConcerned, "The connection was deleted.");
}

/** Locks the account users, because a connection that is added waits for them. */
async function deleteConnectionsOf(
  transaction: Transaction<Schema>,
  accountUserIds: readonly number[],
  onDeleted: OnDeleted,
): Promise<void> {
  const isOwner = sql<boolean>`account_user_id = any(${accountUserIds})`;
  await sql`select 1 from account_user where ${isOwner} order by account_user_id for update`.execute(
    transaction,
  );
  await deleteConnectionRows(transaction, isOwner, onDeleted);
}

async function deleteUnusedProfile(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`delete from user_profile where user_id = ${userId}
    and not exists (select 1 from account_user where user_id = ${userId})`.execute(db);
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
