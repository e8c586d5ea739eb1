import { deleteExecutionsBefore } from "../db/executions.ts";
import { deleteOldIdempotencyKeys } from "../db/idempotency-keys.ts";
import type { Deps } from "../deps.ts";

const batch = 5000;
const dayMs = 24 * 60 * 60 * 1000;

/** Deletes what is older than the history is kept (decisions D34), in batches, and idempotency keys of yesterday (D35). */
export async function pruneHistory(deps: Deps): Promise<void> {
  const { kysely } = deps.db;
  const before = new Date(deps.clock() - deps.config.historyDays * dayMs);
  while ((await deleteExecutionsBefore(kysely, before, batch)) === batch) {
    // Each batch is a transaction of its own, so that nothing waits long for it.
  }
  await deleteOldIdempotencyKeys(kysely);
}
