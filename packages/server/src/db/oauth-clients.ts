import type { CatalogAuthentication } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** A company's own client for an authentication method. Its secret is sealed. */
export interface OAuthClientRow {
  clientId: string;
  /** Null: a public client. */
  sealedSecret: Buffer | null;
  /** Null: the method's. */
  scopes: string[] | null;
  /** Null: an earlier version stored the client. The next start sets its hosts. */
  tokenHosts: string[] | null;
  discoveryUrl: string | null;
}

export async function loadOAuthClientRow(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
): Promise<OAuthClientRow | null> {
  const row = await db
    .selectFrom("oauth_client")
    .select([
      "client_id as clientId",
      "sealed_secret as sealedSecret",
      "scopes",
      "token_hosts as tokenHosts",
      "discovery_url as discoveryUrl",
    ])
    .where("company_id", "=", companyId)
    .where("authentication_id", "=", authenticationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists the clients from an earlier version, with their methods. */
export async function listUnboundClients(
  db: Kysely<Schema>,
): Promise<
  (OAuthClientRow & { companyId: number; authenticationId: number; method: CatalogAuthentication })[]
> {
  return db
    .selectFrom("oauth_client as c")
    .innerJoin("authentication_method as m", "m.authentication_id", "c.authentication_id")
    .select([
      "c.company_id as companyId",
      "c.authentication_id as authenticationId",
      "m.definition as method",
      "c.client_id as clientId",
      "c.sealed_secret as sealedSecret",
      "c.scopes",
      "c.token_hosts as tokenHosts",
      "c.discovery_url as discoveryUrl",
    ])
    .where("c.token_hosts", "is", null)
    .execute();
}

/** Stores a company's client and replaces the former one. */
export async function saveOAuthClient(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
  row: OAuthClientRow,
): Promise<void> {
  await sql`insert into oauth_client (company_id, authentication_id, client_id, sealed_secret, scopes,
      token_hosts, discovery_url)
    values (${companyId}, ${authenticationId}, ${row.clientId}, ${row.sealedSecret}, ${row.scopes}, ${row.tokenHosts},
      ${row.discoveryUrl})
    on conflict (company_id, authentication_id) do update
      set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, scopes = excluded.scopes,
        token_hosts = excluded.token_hosts, discovery_url = excluded.discovery_url,
        updated_date = now()`.execute(db);
}

/** Deletes a company's client. False when there was none. */
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
