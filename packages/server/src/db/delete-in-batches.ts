import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./schema.ts";

const batch = 5000;

/**
 * Runs a deletion until it finds nothing more. Each batch is a transaction of its own, so that nothing waits long for it, and it ends
 * before the time limit of a statement however much there is to delete.
 *
 * @param deleteBatch deletes at most so many rows, and returns how many it deleted
 */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteBatch(batch)) === batch) {
    // The next batch.
  }
}

/** Deletes the rows of a table for which a condition holds, in batches. */
export const deleteRowsInBatches = (
  db: Kysely<Schema>,
  table: keyof Schema,
  condition: RawBuilder<unknown>,
): Promise<void> =>
  deleteInBatches(async (limit) => {
    const rows = sql.table(table);
    const { numAffectedRows } = await sql`delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${condition} limit ${limit}))`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
