import { type Kysely, sql } from "kysely";
import type pg from "pg";
import type { Schema } from "./schema.ts";

const measureEveryMs = 10_000;
/** A smaller difference does no harm. */
const toleratedMs = 2000;

/** The time by the database, which decides wherever servers meet: the clocks of their machines may differ. */
export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number;
  close(): Promise<void>;
}

/**
 * Measures every ten seconds how far this machine's clock is from the database's, since either may be set anew. A difference of up to two
 * seconds is left as it is.
 *
 * @param pool one whose statements end soon, since a start and a stop wait for them
 * @param machine this machine's clock, in milliseconds since 1970
 * @throws Error when the database cannot be asked the first time
 */
export async function openDatabaseClock(pool: pg.Pool, machine: () => number): Promise<DatabaseClock> {
  let offsetMs = 0;
  const measure = async () => {
    const begin = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    );
    const end = machine();
    // The database was asked at some time of the round trip. In a slow one only a large difference says something.
    const halfMs = (performance.now() - begin) / 2;
    const measuredMs = Math.round((rows[0]?.ms ?? end) + halfMs - end);
    if (Math.abs(measuredMs - offsetMs) > toleratedMs + halfMs) {
      offsetMs = measuredMs;
    }
  };
  await measure();
  let measuring = Promise.resolve();
  const timer = setInterval(() => {
    // A database that is away is reported elsewhere, and what was measured stays.
    measuring = measure().catch(() => {});
  }, measureEveryMs);
  timer.unref();
  return {
    now: () => machine() + offsetMs,
    async close() {
      clearInterval(timer);
      await measuring;
    },
  };
}

/**
 * Asks the database for its time: for what is compared with a date of its own, where a tolerated difference would decide.
 *
 * @returns whole milliseconds since 1970, cut off as a `Date` from the database is
 */
export async function readDatabaseTime(db: Kysely<Schema>): Promise<number> {
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as("now")).executeTakeFirstOrThrow();
  return now.getTime();
}
