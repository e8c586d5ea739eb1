import { type Kysely, sql } from "kysely";
import { advisoryLocks } from "../advisory-locks.ts";
import { inTransaction } from "../in-transaction.ts";
import type { Schema } from "../schema.ts";

/** A key that signs tokens, sealed by the vault for its `kid`. */
export interface SigningKeyRow {
  kid: string;
  sealedKey: Buffer;
  createdDate: Date;
  retiredDate: Date | null;
}

/** Lists the keys that sign or still verify, newest first. */
export const listSigningKeys = (db: Kysely<Schema>): Promise<SigningKeyRow[]> =>
  db
    .selectFrom("signing_key")
    .select(["kid", "sealed_key as sealedKey", "created_date as createdDate", "retired_date as retiredDate"])
    .orderBy("created_date", "desc")
    .orderBy("kid")
    .execute();

/**
 * Stores a new key and retires the ones before, when none is younger than `maxAgeMs`. Deletes keys that were retired `keepMs` ago.
 * Several servers may try at once: one succeeds.
 *
 * @param create makes the key only when it is needed
 * @returns whether a key was stored
 */
export const rotateSigningKey = (
  db: Kysely<Schema>,
  options: { nowMs: number; maxAgeMs: number; keepMs: number },
  create: () => Promise<{ kid: string; sealedKey: Buffer }>,
): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.rotateSigningKey})`.execute(transaction);
    const now = new Date(options.nowMs);
    await transaction
      .deleteFrom("signing_key")
      .where("retired_date", "<", new Date(options.nowMs - options.keepMs))
      .execute();
    const young = await transaction
      .selectFrom("signing_key")
      .select("kid")
      .where("retired_date", "is", null)
      .where("created_date", ">", new Date(options.nowMs - options.maxAgeMs))
      .executeTakeFirst();
    if (young !== undefined) {
      return false;
    }
    await transaction
      .updateTable("signing_key")
      .set({ retired_date: now })
      .where("retired_date", "is", null)
      .execute();
    const { kid, sealedKey } = await create();
    await transaction
      .insertInto("signing_key")
      .values({ kid, sealed_key: sealedKey, created_date: now })
      .execute();
    return true;
  });
