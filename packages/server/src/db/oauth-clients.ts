import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** A company's own client for an authentication method; its secret stays sealed. */
export interface OAuthClientRow {
  clientId: string;
  /** Null: a public client. */
  sealedSecret: Buffer | null;
  /** Null: the method's. */
  scopes: string[] | null;
}

export async function loadOAuthClientRow(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
): Promise<OAuthClientRow | null> {
  const row = await db
    .selectFrom("oauth_client")
    .select(["client_id as clientId", "sealed_secret as sealedSecret", "scopes"])
    .where("company_id", "=", companyId)
    .where("authentication_id", "=", authenticationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets a company's client in place of the one before. */
export async function saveOAuthClient(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
  { clientId, sealedSecret, scopes }: OAuthClientRow,
): Promise<void> {
  await sql`insert into oauth_client (company_id, authentication_id, client_id, sealed_secret, scopes)
    values (${companyId}, ${authenticationId}, ${clientId}, ${sealedSecret}, ${scopes})
    on conflict (company_id, authentication_id) do update
      set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, scopes = excluded.scopes,
        updated_date = now()`.execute(db);
}

/** False when there was none. */
export async function deleteOAuthClientRow(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
): Promise<boolean> {
  const result = await db
    .deleteFrom("oauth_client")
    .where("company_id", "=", companyId)
    .where("authentication_id", "=", authenticationId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
