import type { Transaction } from "kysely";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import type { Schema } from "../../db/schema.ts";

/** Jobs that revoke tokens. */
export interface RevocationQueue {
  /** @returns the ids of the jobs that were added */
  addRevocations(
    transaction: Transaction<Schema>,
    deleted: readonly DeletedConnection[],
    afterSeconds: number,
  ): Promise<string[]>;
  endRevocations(jobIds: readonly string[]): Promise<void>;
}
