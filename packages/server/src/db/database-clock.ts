import type pg from "pg";

const measureEveryMs = 60_000;
/** A smaller difference does no harm, and a longer round trip says nothing. */
const toleratedMs = 2000;

/** The time by the database, which decides wherever servers meet: the clocks of their machines may differ. */
export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number;
  close(): Promise<void>;
}

/**
 * Measures each minute how far this machine's clock is from the database's. A difference of up to two seconds is left as it is.
 *
 * @param machine this machine's clock, in milliseconds since 1970
 */
export async function openDatabaseClock(pool: pg.Pool, machine: () => number): Promise<DatabaseClock> {
  let offsetMs = 0;
  const measure = async () => {
    const begin = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    );
    const end = machine();
    const tookMs = performance.now() - begin;
    const measuredMs = Math.round((rows[0]?.ms ?? end) + tookMs / 2 - end);
    if (tookMs < toleratedMs) {
      offsetMs = Math.abs(measuredMs) > toleratedMs ? measuredMs : 0;
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
