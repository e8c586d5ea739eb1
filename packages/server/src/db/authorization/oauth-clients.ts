import type { CatalogAuthentication } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

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
  /** The client's own redirect address. Null: an Admin set the client, and it has the shared address. */
  redirectUri: string | null;
  /** Null: its secret has no end. Past for a client that the authorization server no longer knows, too. */
  secretExpiresDate: Date | null;
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
      "redirect_uri as redirectUri",
      "secret_expires_date as secretExpiresDate",
    ])
    .where("company_id", "=", companyId)
    .where("authentication_id", "=", authenticationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists a company's clients, without their secrets. */
export const listOAuthClientRows = (
  db: Kysely<Schema>,
  companyId: number,
): Promise<
  (Pick<OAuthClientRow, "clientId" | "scopes" | "redirectUri"> & {
    authenticationId: number;
    hasSecret: boolean;
  })[]
> =>
  db
    .selectFrom("oauth_client")
    .select([
      "authentication_id as authenticationId",
      "client_id as clientId",
      "scopes",
      "redirect_uri as redirectUri",
      sql<boolean>`sealed_secret is not null`.as("hasSecret"),
    ])
    .where("company_id", "=", companyId)
    .execute();

/** Lists the methods that a company has a client for. */
export async function listClientMethods(db: Kysely<Schema>, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("oauth_client")
    .select("authentication_id as id")
    .where("company_id", "=", companyId)
    .execute();
  return rows.map(({ id }) => id);
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
      "c.redirect_uri as redirectUri",
      "c.secret_expires_date as secretExpiresDate",
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
      token_hosts, discovery_url, redirect_uri, secret_expires_date)
    values (${companyId}, ${authenticationId}, ${row.clientId}, ${row.sealedSecret}, ${row.scopes}, ${row.tokenHosts},
      ${row.discoveryUrl}, ${row.redirectUri}, ${row.secretExpiresDate})
    on conflict (company_id, authentication_id) do update
      set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, scopes = excluded.scopes,
        token_hosts = excluded.token_hosts, discovery_url = excluded.discovery_url,
        redirect_uri = excluded.redirect_uri, secret_expires_date = excluded.secret_expires_date,
        updated_date = now()`.execute(db);
}

/**
 * Stores a client that this server registered. Keeps the one that is there, unless it is the registered one to replace: an Admin or
 * another server was first.
 *
 * @param replacedClientId null: there was none
 */
export async function saveRegisteredClient(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
  row: OAuthClientRow,
  replacedClientId: string | null,
): Promise<void> {
  await sql`insert into oauth_client as c (company_id, authentication_id, client_id, sealed_secret, scopes,
      token_hosts, discovery_url, redirect_uri, secret_expires_date)
    values (${companyId}, ${authenticationId}, ${row.clientId}, ${row.sealedSecret}, ${row.scopes}, ${row.tokenHosts},
      ${row.discoveryUrl}, ${row.redirectUri}, ${row.secretExpiresDate})
    on conflict (company_id, authentication_id) do update
      set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, token_hosts = excluded.token_hosts,
        discovery_url = excluded.discovery_url, redirect_uri = excluded.redirect_uri,
        secret_expires_date = excluded.secret_expires_date, updated_date = now()
      where c.redirect_uri is not null and c.client_id = ${replacedClientId}`.execute(db);
}

/** Notes that the authorization server no longer knows a client that this server registered: the next sign-in registers another. */
export async function endRegisteredClient(
  db: Kysely<Schema>,
  companyId: number,
  authenticationId: number,
  clientId: string,
): Promise<void> {
  await sql`update oauth_client set secret_expires_date = to_timestamp(0), updated_date = now()
    where company_id = ${companyId} and authentication_id = ${authenticationId} and client_id = ${clientId}
      and redirect_uri is not null`.execute(db);
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
