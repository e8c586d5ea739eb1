import type { Kysely } from "kysely";
import { deleteExecutionsBefore } from "../db/executions.ts";
import { deleteOldIdempotencyKeys } from "../db/idempotency-keys.ts";
import type { Schema } from "../db/schema.ts";

const batch = 5000;
const dayMs = 24 * 60 * 60 * 1000;

/** Deletes what is older than the history is kept (decisions D34), in batches, and idempotency keys of yesterday (D35). */
export async function pruneHistory(db: Kysely<Schema>, historyDays: number, nowMs: number): Promise<void> {
  const before = new Date(nowMs - historyDays * dayMs);
  while ((await deleteExecutionsBefore(db, before, batch)) === batch) {
    // Each batch is a transaction of its own, so that nothing waits long for it.
  }
  await deleteOldIdempotencyKeys(db);
}
