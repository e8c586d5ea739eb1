import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { isSameEmail } from "./same-email.ts";

const days = 365;
const browsersPerPerson = 20;

/** Lists the people with this e-mail address who have signed in with a browser before. */
export async function listBrowserPeople(
  db: Kysely<Schema>,
  browserHash: Buffer,
  email: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("known_browser as k")
    .innerJoin("user_profile as u", "u.user_id", "k.user_id")
    .select("k.user_id as userId")
    .where("k.browser_hash", "=", browserHash)
    .where(isSameEmail(email))
    .where("u.deleted_date", "is", null)
    .where(sql<boolean>`k.used_date > now() - make_interval(days => ${days})`)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Remembers that the people behind these account users signed in with a browser, each with so many browsers. */
export async function noteBrowser(
  db: Kysely<Schema>,
  browserHash: Buffer,
  accountUserIds: readonly number[],
): Promise<void> {
  await sql`with noted as (
      insert into known_browser (browser_hash, user_id)
      select distinct ${browserHash}::bytea, user_id from account_user where account_user_id = any(${[...accountUserIds]}::int[])
      on conflict (browser_hash, user_id) do update set used_date = now()
      returning user_id)
    delete from known_browser k using noted n where k.user_id = n.user_id and k.browser_hash in (
      select o.browser_hash from known_browser o where o.user_id = n.user_id and o.browser_hash <> ${browserHash}
      order by o.used_date desc offset ${browsersPerPerson - 1})`.execute(db);
}

/** Forgets browsers that were not used for a year. */
export async function pruneBrowsers(db: Kysely<Schema>): Promise<void> {
  await sql`delete from known_browser where used_date <= now() - make_interval(days => ${days})`.execute(db);
}
