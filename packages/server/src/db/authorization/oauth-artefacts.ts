import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { deleteRowsInBatches } from "../delete-in-batches.ts";
import type { Schema } from "../schema.ts";

/** A code, token or interaction in progress. */
export interface Artefact {
  /** JSON text. */
  payload: string;
  /** Seconds until it expires. The clocks of machines differ, so only the database tells the time of artefacts. */
  secondsLeft: number;
  /** Null: it was not used, or only by a process that died before it could respond. */
  consumedDate: Date | null;
  /** Milliseconds since its use was over; null: it is not. */
  settledMsAgo: number | null;
}

/** A redemption that was not settled for so long has died with its process. */
const redemptionSeconds = 3;

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

/** Ids of artefacts are secrets, so only their hashes are stored. */
export const hashArtefactId = sha256;

/** An artefact to store. */
export interface NewArtefact {
  grantJti: string | null;
  userCode: string | null;
  payload: string;
  expiresInSeconds: number;
  /** The network address that asked for the code of a device. */
  networkHash: Buffer | null;
}

/** Stores an artefact, or replaces what is stored of it. */
export async function saveArtefact(
  db: Kysely<Schema>,
  key: { model: string; id: string },
  artefact: NewArtefact,
): Promise<void> {
  const values = {
    grant_jti: artefact.grantJti,
    user_code_hash: artefact.userCode === null ? null : sha256(artefact.userCode),
    payload: artefact.payload,
    expires_date: sql<Date>`now() + make_interval(secs => ${artefact.expiresInSeconds})`,
    network_hash: artefact.networkHash,
  };
  await db
    .insertInto("oauth_artefact")
    .values({ model: key.model, id_hash: hashArtefactId(key.id), ...values })
    .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(values))
    .execute();
}

const isAbandoned = sql<boolean>`settled_date is null and consumed_date < now() - make_interval(secs => ${redemptionSeconds})`;

const selectArtefact = (db: Kysely<Schema>, model: string) =>
  db
    .selectFrom("oauth_artefact")
    .select([
      "payload",
      sql<number>`extract(epoch from expires_date - now())::float8`.as("secondsLeft"),
      sql<Date | null>`case when ${isAbandoned} then null else consumed_date end`.as("consumedDate"),
      sql<number | null>`(extract(epoch from clock_timestamp() - settled_date) * 1000)::float8`.as(
        "settledMsAgo",
      ),
    ])
    .where("model", "=", model)
    .where("expires_date", ">", sql<Date>`now()`);

export const loadArtefact = (db: Kysely<Schema>, model: string, id: string): Promise<Artefact | undefined> =>
  selectArtefact(db, model).where("id_hash", "=", hashArtefactId(id)).executeTakeFirst();

export const loadArtefactByUserCode = (
  db: Kysely<Schema>,
  model: string,
  userCode: string,
): Promise<Artefact | undefined> =>
  selectArtefact(db, model).where("user_code_hash", "=", sha256(userCode)).executeTakeFirst();

/** A use of an artefact that has not been settled. */
export interface Redemption {
  model: string;
  id: string;
  /** Tells it from a later one, when this process was so slow that it counted as dead. */
  consumedDate: string;
}

/**
 * Uses an artefact up. Of several callers at once, exactly one gets a redemption, the others null. What a process used that died before
 * it settled the redemption can be used again: nobody has received anything for it.
 */
export async function consumeArtefact(
  db: Kysely<Schema>,
  model: string,
  id: string,
): Promise<Redemption | null> {
  const consumed = await db
    .updateTable("oauth_artefact")
    .set({ consumed_date: sql<Date>`clock_timestamp()` })
    .where("model", "=", model)
    .where("id_hash", "=", hashArtefactId(id))
    .where(sql<boolean>`(consumed_date is null or ${isAbandoned})`)
    .returning(sql<string>`consumed_date::text`.as("consumedDate"))
    .executeTakeFirst();
  return consumed === undefined ? null : { model, id, ...consumed };
}

/** Ends a redemption just before its response is sent. False: another request has used the artefact meanwhile, or its grant has ended. */
export async function settleArtefact(
  db: Kysely<Schema>,
  { model, id, consumedDate }: Redemption,
): Promise<boolean> {
  const settled = await db
    .updateTable("oauth_artefact")
    .set({ settled_date: sql<Date>`clock_timestamp()` })
    .where("model", "=", model)
    .where("id_hash", "=", hashArtefactId(id))
    .where(sql<boolean>`consumed_date = ${consumedDate}::timestamptz`)
    .where("settled_date", "is", null)
    .returning("model")
    .executeTakeFirst();
  return settled !== undefined;
}

export async function deleteArtefact(db: Kysely<Schema>, model: string, id: string): Promise<void> {
  await db
    .deleteFrom("oauth_artefact")
    .where("model", "=", model)
    .where("id_hash", "=", hashArtefactId(id))
    .execute();
}

export async function deleteArtefactsOfGrant(db: Kysely<Schema>, grantJti: string): Promise<void> {
  await db.deleteFrom("oauth_artefact").where("grant_jti", "=", grantJti).execute();
}

/** Deletes what has expired, and clients that registered themselves, have no grant, and were not used for a month. */
export async function pruneAuthorizationServer(db: Kysely<Schema>): Promise<void> {
  await deleteRowsInBatches(db, "oauth_artefact", sql`expires_date < now()`);
  await sql`delete from oauth_grant where expires_date < now()`.execute(db);
  await sql`delete from registered_client r where account_user_id is null and coalesce(used_date, created_date) < now() - interval '30 days'
    and not exists (select 1 from oauth_grant g where g.client_id = r.client_id)`.execute(db);
}
