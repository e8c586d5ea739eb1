import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { countNextHour } from "../db/history/history-hours.ts";
import type { Schema } from "../db/schema.ts";

/**
 * Counts the hours of the history that are over, so that a summary reads the counts (decisions D72).
 *
 * @throws the signal's reason when it is told to stop before all are counted; what was counted stays
 */
export async function countHistory(db: Kysely<Schema>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const start = performance.now();
    if (!(await countNextHour(db))) {
      return;
    }
    // A large history that is counted first leaves the database half of the time.
    await delay(performance.now() - start, undefined, { signal });
  }
}
