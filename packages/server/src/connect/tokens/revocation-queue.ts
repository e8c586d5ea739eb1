import type { Kysely } from "kysely";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import type { Schema } from "../../db/schema.ts";

/** Jobs that revoke tokens. */
export interface RevocationQueue {
  /**
   * Adds a job for each connection whose provider can revoke its tokens.
   *
   * @returns the ids of the jobs
   */
  addRevocations(
    transaction: Kysely<Schema>,
    deleted: readonly DeletedConnection[],
    options?: RevocationOptions,
  ): Promise<string[]>;
  /** Deletes jobs that are not needed any more, even while a server is at them. */
  endRevocations(jobIds: readonly string[], transaction?: Kysely<Schema>): Promise<void>;
  /** Deletes jobs that have not begun. False: one has begun, or is over. */
  withdrawRevocations(transaction: Kysely<Schema>, jobIds: readonly string[]): Promise<boolean>;
}

export interface RevocationOptions {
  /** When the jobs may begin. Default: at once. */
  afterSeconds?: number;
  /** The sign-in that has not been confirmed so far. Its tokens are revoked unless their account has a connection by then. */
  stateHash?: Buffer;
}
