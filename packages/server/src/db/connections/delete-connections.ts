import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { OAuthClientRow } from "../authorization/oauth-clients.ts";
import type { Schema } from "../schema.ts";
import { nextUpdatedDate } from "../toolsets.ts";
import { type AddressColumns, type ConnectionRow, moveMethod } from "./connections.ts";

/** A deleted connection with everything that revoking its tokens needs, since its application may be deleted, too. */
export interface DeletedConnection
  extends Pick<
    ConnectionRow,
    | "companyId"
    | "connectionId"
    | "authenticationId"
    | "method"
    | "environment"
    | "fields"
    | "sealedSecrets"
    | "sealedOrigins"
    | "tokenVersion"
  > {
  application: { slug: string; name: string; companyId: number | null };
  /** The company's client for the method. Null: the operator's is used. */
  client: OAuthClientRow | null;
}

/** Called with each batch in the transaction that deletes it. */
export type OnDeleted = (transaction: Transaction<Schema>, batch: DeletedConnection[]) => Promise<void>;

/** Each batch is a statement that ends before its time limit. */
const batchSize = 500;

/**
 * Deletes connections. The foreign keys remove them from toolsets. Whoever deletes their owner or their application locks that row
 * first, and so no other connection is added meanwhile.
 *
 * @param isConcerned a condition about rows of `connection`
 */
export async function deleteConnectionRows(
  transaction: Transaction<Schema>,
  isConcerned: RawBuilder<boolean>,
  onDeleted: OnDeleted,
): Promise<void> {
  // A batch may be empty although others follow, when another transaction deletes the same connections.
  while (await hasConnections(transaction, isConcerned)) {
    await onDeleted(transaction, await deleteBatch(transaction, isConcerned));
  }
}

async function hasConnections(db: Kysely<Schema>, isConcerned: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`select 1 from connection where ${isConcerned} limit 1`.execute(db);
  return rows.length > 0;
}

async function deleteBatch(
  transaction: Transaction<Schema>,
  isConcerned: RawBuilder<boolean>,
): Promise<DeletedConnection[]> {
  const { rows } = await sql<{ id: number }>`select connection_id as id from connection where ${isConcerned}
    order by connection_id limit ${batchSize} for update`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  await keepResults(transaction, ids);
  await dateToolsets(transaction, ids);
  return loadWithClients(
    transaction,
    sql`delete from connection where connection_id = any(${ids}) returning *`,
  );
}

/** Dates the change of the toolsets that lose connections: their entity tag is this date. */
async function dateToolsets(transaction: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  await sql`update toolset set updated_date = ${nextUpdatedDate}
    where toolset_id in (select toolset_id from toolset_connection where connection_id = any(${ids}))`.execute(
    transaction,
  );
}

/** What is said of a call, a sign-in, a connect link or an approval whose connection was deleted. */
export const connectionDeleted = "The connection was deleted.";

/** Ends the sign-ins and the links of connections. Their foreign keys would delete them, and nobody would learn what became of them. */
async function keepResults(transaction: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  const failed = sql`status = 'failed', connection_id = null,
    error = case when status = 'failed' then error else ${connectionDeleted} end`;
  await sql`update sign_in set ${failed}, sealed_secrets = null where connection_id = any(${ids})`.execute(
    transaction,
  );
  await sql`update connect_link set ${failed}, renewed_connection_id = null
    where connection_id = any(${ids}) or renewed_connection_id = any(${ids})`.execute(transaction);
}

/**
 * Loads a stored connection as it will be when it is deleted: its application and its client may be deleted, too, while a provider is
 * called for it. Null when it is gone.
 */
export async function loadWithClient(
  db: Kysely<Schema>,
  connectionId: number,
): Promise<DeletedConnection | null> {
  const [described] = await loadWithClients(
    db,
    sql`select * from connection where connection_id = ${connectionId}`,
  );
  return described ?? null;
}

/**
 * Loads what revoking the tokens of connections needs.
 *
 * @param connections a statement that returns columns of `connection`
 */
export async function loadWithClients(
  db: Kysely<Schema>,
  connections: RawBuilder<unknown>,
): Promise<DeletedConnection[]> {
  const { rows } = await sql<DeletedRow>`
    with deleted as (${connections})
    select u.company_id as "companyId", d.connection_id as "connectionId", d.authentication_id as "authenticationId",
      m.definition as method, d.environment, d.fields, d.sealed_secrets as "sealedSecrets",
      d.sealed_origins as "sealedOrigins", d.token_version as "tokenVersion", a.slug,
      coalesce(a.presentation ->> 'name', a.definition ->> 'name', a.slug) as name, a.company_id as "ownerCompanyId",
      a.presentation, a.company_id is null as "isBuiltIn", a.definition -> 'environments' as environments, c.client_id as "clientId",
      c.sealed_secret as "sealedSecret", c.scopes, c.token_hosts as "tokenHosts", c.discovery_url as "discoveryUrl",
      c.redirect_uri as "redirectUri", c.secret_expires_date as "secretExpiresDate"
    from deleted d
      join account_user u on u.account_user_id = d.account_user_id
      join application a on a.application_id = d.application_id
      join authentication_method m on m.authentication_id = d.authentication_id
      left join oauth_client c on c.company_id = u.company_id and c.authentication_id = d.authentication_id`.execute(
    db,
  );
  return rows.map(readRow);
}

type DeletedRow = Omit<DeletedConnection, "application" | "client"> & {
  slug: string;
  name: string;
  ownerCompanyId: number | null;
  /** Null: the company has no client for the method. */
  clientId: string | null;
} & Omit<OAuthClientRow, "clientId"> &
  AddressColumns;

function readRow({
  slug,
  name,
  ownerCompanyId,
  presentation,
  isBuiltIn,
  environments,
  clientId,
  sealedSecret,
  scopes,
  tokenHosts,
  discoveryUrl,
  redirectUri,
  secretExpiresDate,
  ...row
}: DeletedRow): DeletedConnection {
  const client = { sealedSecret, scopes, tokenHosts, discoveryUrl, redirectUri, secretExpiresDate };
  return {
    ...row,
    method: moveMethod(row.method, { presentation, isBuiltIn, environments }),
    application: { slug, name, companyId: ownerCompanyId },
    client: clientId === null ? null : { clientId, ...client },
  };
}
