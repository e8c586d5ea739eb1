import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Notes the master key that wraps data keys from now on. It may be one that did so earlier. */
export async function noteMasterKey(db: Kysely<Schema>, keyId: string): Promise<void> {
  await sql`insert into master_key (key_id, since) values (${keyId}, now())
    on conflict (key_id) do update set since = excluded.since
      where master_key.key_id <> (select key_id from master_key order by since desc nulls last limit 1)`.execute(
    db,
  );
}

/** The newest master key. */
export interface MasterKeyUse {
  /** Null: since before this was noted. */
  since: Date | null;
  /** Whether it wraps every data key, and older master keys are needed no more. */
  isOnlyOne: boolean;
}

/** Reads the ids of master keys from wrapped data keys, as `vault/data-key.ts` writes them. */
export async function loadMasterKeyUse(db: Kysely<Schema>): Promise<MasterKeyUse> {
  const { rows } = await sql<MasterKeyUse>`with newest as (
      select key_id, since from master_key order by since desc nulls last limit 1
    ), wrapped as (
      select wrapped_data_key as data_key from company union all select wrapped_data_key from server_data_key
    )
    select since, not exists (
      select 1 from wrapped where encode(substring(data_key from 2 for 8), 'hex') <> key_id
    ) as "isOnlyOne" from newest`.execute(db);
  return rows[0] ?? { since: null, isOnlyOne: true };
}
