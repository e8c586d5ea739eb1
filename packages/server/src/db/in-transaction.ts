import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

const attempts = 6;

/**
 * Runs a transaction, again when it was chosen to end a deadlock: whoever locks several rows may meet another one who locks them
 * in another order. `run` must do nothing that cannot be done twice.
 */
export const inTransaction = <Result>(
  db: Kysely<Schema>,
  run: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => retryDeadlock(() => db.transaction().execute(run));

/** The same for a single statement, which may lock several rows by its cascades and triggers. */
export async function retryDeadlock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = attempts; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 1 || !isDeadlock(error)) {
        throw error;
      }
    }
  }
}

/** SQLSTATE deadlock_detected: the transaction was rolled back whole. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "40P01";
