import type { Role } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import { likePatterns } from "../like-pattern.ts";
import type { Page, RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";
import { isSameEmail } from "./same-email.ts";

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

/** Selects account users `a` with their profiles `u`. */
export const selectMember = (db: Kysely<Schema>) =>
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
    and (${filter.email}::text is null or ${isSameEmail(filter.email ?? "")})`;
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
