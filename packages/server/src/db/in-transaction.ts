import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import { isDeadlock } from "./sql-state.ts";

const attempts = 6;

/**
 * Runs a transaction, and repeats it when the database ended it because of a deadlock. Transactions that lock several rows in a
 * different order may deadlock. `run` must be safe to repeat. Inside of a transaction it becomes part of that one.
 */
export const inTransaction = <Result>(
  db: Kysely<Schema>,
  run: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => (isTransaction(db) ? run(db) : retryDeadlock(() => db.transaction().execute(run)));

/** Repeats a single statement after a deadlock. Its cascades and triggers may lock several rows. */
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

const isTransaction = (db: Kysely<Schema>): db is Transaction<Schema> => db.isTransaction;
