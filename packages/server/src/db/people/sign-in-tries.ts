import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** The tries counted so far, this one included, and when they are forgotten. */
export interface CountedTries {
  tries: number;
  secondsLeft: number;
}

/** Counts a try. A window begins with its first try, or with the first one after the last window has ended. */
export async function countTry(
  db: Kysely<Schema>,
  countedHash: Buffer,
  windowSeconds: number,
): Promise<CountedTries> {
  const { rows } = await sql<CountedTries>`insert into sign_in_tries as t (counted_hash, tries, ends_date)
    values (${countedHash}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (counted_hash) do update set
      tries = case when t.ends_date <= now() then 1 else least(t.tries, 2147483646) + 1 end,
      ends_date = case when t.ends_date <= now() then excluded.ends_date else t.ends_date end
    returning tries, ceil(extract(epoch from ends_date - now()))::int as "secondsLeft"`.execute(db);
  return rows[0] ?? { tries: 1, secondsLeft: windowSeconds };
}

/** Takes a try back, since it was not a wrong one. When it was the only one, nothing stays: strangers can name any number of people. */
export async function takeTryBack(db: Kysely<Schema>, countedHash: Buffer): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("sign_in_tries")
    .where("counted_hash", "=", countedHash)
    .where("tries", "<=", 1)
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    await db
      .updateTable("sign_in_tries")
      .set({ tries: sql<number>`greatest(tries - 1, 0)` })
      .where("counted_hash", "=", countedHash)
      .execute();
  }
}

/** Forgets all tries that were counted. */
export async function forgetTries(db: Kysely<Schema>, countedHash: Buffer): Promise<void> {
  await db.deleteFrom("sign_in_tries").where("counted_hash", "=", countedHash).execute();
}

/** Deletes counts whose window has ended. */
export async function pruneTries(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("sign_in_tries").where("ends_date", "<=", sql<Date>`now()`).execute();
}
