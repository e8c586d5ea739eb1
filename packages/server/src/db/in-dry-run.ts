import type { Kysely } from "kysely";
import { inTransaction } from "./in-transaction.ts";
import type { Schema } from "./schema.ts";

/** Ends a transaction without an error. */
class RollBack extends Error {}

/** Runs a transaction and rolls it back. The result says what it would have done. */
export async function inDryRun<Result>(
  db: Kysely<Schema>,
  run: (transaction: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  try {
    await inTransaction(db, async (transaction) => {
      results.splice(0, results.length, await run(transaction));
      throw new RollBack();
    });
  } catch (error) {
    const [result] = results;
    if (error instanceof RollBack && result !== undefined) {
      return result;
    }
    throw error;
  }
  throw new Error("A dry run was not rolled back.");
}
