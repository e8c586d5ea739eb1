import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** A code, token or interaction in progress. */
export interface Artefact {
  /** JSON text. */
  payload: string;
  consumedDate: Date | null;
}

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

/** Stores an artefact, or replaces its payload. */
export async function saveArtefact(
  db: Kysely<Schema>,
  key: { model: string; id: string },
  artefact: { grantJti: string | null; userCode: string | null; payload: string; expiresDate: Date },
): Promise<void> {
  const values = {
    grant_jti: artefact.grantJti,
    user_code_hash: artefact.userCode === null ? null : sha256(artefact.userCode),
    payload: artefact.payload,
    expires_date: artefact.expiresDate,
  };
  await db
    .insertInto("oauth_artefact")
    .values({ model: key.model, id_hash: sha256(key.id), ...values })
    .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(values))
    .execute();
}

const selectArtefact = (db: Kysely<Schema>, model: string) =>
  db
    .selectFrom("oauth_artefact")
    .select(["payload", "consumed_date as consumedDate"])
    .where("model", "=", model)
    .where("expires_date", ">", sql<Date>`now()`);

export const loadArtefact = (db: Kysely<Schema>, model: string, id: string): Promise<Artefact | undefined> =>
  selectArtefact(db, model).where("id_hash", "=", sha256(id)).executeTakeFirst();

export const loadArtefactByUserCode = (
  db: Kysely<Schema>,
  model: string,
  userCode: string,
): Promise<Artefact | undefined> =>
  selectArtefact(db, model).where("user_code_hash", "=", sha256(userCode)).executeTakeFirst();

/** Uses an artefact up. Of several callers at once, exactly one gets true. */
export async function consumeArtefact(db: Kysely<Schema>, model: string, id: string): Promise<boolean> {
  const consumed = await db
    .updateTable("oauth_artefact")
    .set({ consumed_date: sql<Date>`now()` })
    .where("model", "=", model)
    .where("id_hash", "=", sha256(id))
    .where("consumed_date", "is", null)
    .returning("model")
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function deleteArtefact(db: Kysely<Schema>, model: string, id: string): Promise<void> {
  await db
    .deleteFrom("oauth_artefact")
    .where("model", "=", model)
    .where("id_hash", "=", sha256(id))
    .execute();
}

export async function deleteArtefactsOfGrant(db: Kysely<Schema>, grantJti: string): Promise<void> {
  await db.deleteFrom("oauth_artefact").where("grant_jti", "=", grantJti).execute();
}

/** Deletes what has expired, and clients that registered themselves a month ago and have no grant. */
export async function pruneAuthorizationServer(db: Kysely<Schema>): Promise<void> {
  await sql`delete from oauth_artefact where expires_date < now()`.execute(db);
  await sql`delete from oauth_grant where expires_date < now()`.execute(db);
  await sql`delete from registered_client r where account_user_id is null and created_date < now() - interval '30 days'
    and not exists (select 1 from oauth_grant g where g.client_id = r.client_id)`.execute(db);
}
