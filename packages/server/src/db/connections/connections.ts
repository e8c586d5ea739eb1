import { type CatalogAuthentication, type Environment, moveAddresses } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import { likePatterns } from "../like-pattern.ts";
import { loadLargeRows, measureJson, type Page, type RowPage } from "../page.ts";
import type { ApplicationDefinition, ApplicationPresentation, Schema } from "../schema.ts";

/** A connection with everything needed to run a tool through it. Its secrets are sealed. */
export interface ConnectionRow {
  connectionId: number;
  accountUserId: number;
  companyId: number;
  applicationId: number;
  /** The application's slug and name, even if this server does not offer it. */
  applicationSlug: string;
  applicationName: string;
  authenticationId: number;
  /** The method, even if the application no longer offers it. */
  method: CatalogAuthentication;
  name: string;
  environment: string;
  status: Schema["connection"]["status"]["__select__"];
  statusReason: string | null;
  /** How many calls in a row the application refused for their credentials, at most `refusalsToExpire`. */
  refusedCalls: number;
  accountLabel: string | null;
  fields: Record<string, string>;
  sealedSecrets: Buffer | null;
  /** Where the secrets may be sent, see `listOrigins`. The secrets are sealed to this list. Null: there are no secrets. */
  sealedOrigins: string[] | null;
  /** Servers of single operations of the application, templated. */
  toolServers: string[];
  isDefault: boolean;
  createdDate: Date;
  updatedDate: Date | null;
  lastUsedDate: Date | null;
  /** From this date on, the token is renewed before it is used. Null: there is no token from us, or it never expires. */
  tokenDueDate: Date | null;
  tokenExpiresDate: Date | null;
  isTokenRenewable: boolean;
  /** The number of tokens that the connection has had. */
  tokenVersion: number;
}

/** The dates for renewing a connection's token, see `ConnectionRow`. */
export type TokenDates = Pick<ConnectionRow, "tokenDueDate" | "tokenExpiresDate" | "isTokenRenewable">;

/** What a row is read with, to move a built-in application to the operator's server. */
export interface AddressColumns {
  presentation: ApplicationPresentation;
  isBuiltIn: boolean;
  environments: Environment[];
}

/** The operator's server of a built-in application, which replaces every address of its description (decisions D67). */
const findNewAddress = ({ presentation, isBuiltIn }: AddressColumns): string | undefined =>
  (isBuiltIn && presentation.baseUrl) || undefined;

function moveRow<Row extends ConnectionRow & AddressColumns>({
  presentation,
  isBuiltIn,
  environments,
  ...row
}: Row): Omit<Row, keyof AddressColumns> {
  const newAddress = findNewAddress({ presentation, isBuiltIn, environments });
  return newAddress
    ? { ...row, method: moveAddresses(row.method, environments, newAddress), toolServers: [] }
    : row;
}

/** Moves a method to the operator's server, if its application has been moved there. */
export function moveMethod(method: CatalogAuthentication, columns: AddressColumns): CatalogAuthentication {
  const newAddress = findNewAddress(columns);
  return newAddress ? moveAddresses(method, columns.environments, newAddress) : method;
}

const selectConnection = (db: Kysely<Schema>) =>
  db
    .selectFrom("connection as c")
    .innerJoin("account_user as u", "u.account_user_id", "c.account_user_id")
    .innerJoin("application as a", "a.application_id", "c.application_id")
    .innerJoin("authentication_method as m", "m.authentication_id", "c.authentication_id")
    .select([
      "c.connection_id as connectionId",
      "c.account_user_id as accountUserId",
      "u.company_id as companyId",
      "c.application_id as applicationId",
      "a.slug as applicationSlug",
      sql<string>`coalesce(a.presentation ->> 'name', a.definition ->> 'name', a.slug)`.as("applicationName"),
      "c.authentication_id as authenticationId",
      "m.definition as method",
      "c.name",
      "c.environment",
      "c.status",
      "c.status_reason as statusReason",
      "c.refused_calls as refusedCalls",
      "c.account_label as accountLabel",
      "c.fields",
      "c.sealed_secrets as sealedSecrets",
      "c.sealed_origins as sealedOrigins",
      "a.tool_servers as toolServers",
      "c.is_default as isDefault",
      "c.created_date as createdDate",
      "c.updated_date as updatedDate",
      "c.last_used_date as lastUsedDate",
      "c.token_due_date as tokenDueDate",
      "c.token_expires_date as tokenExpiresDate",
      "c.is_token_renewable as isTokenRenewable",
      "c.token_version as tokenVersion",
      "a.presentation",
      sql<boolean>`a.company_id is null`.as("isBuiltIn"),
      sql<Environment[]>`a.definition -> 'environments'`.as("environments"),
    ]);

export async function loadConnection(
  db: Kysely<Schema>,
  connectionId: number,
): Promise<ConnectionRow | null> {
  const row = await selectConnection(db).where("c.connection_id", "=", connectionId).executeTakeFirst();
  return row ? moveRow(row) : null;
}

/** Loads a connection and locks its row until the transaction ends. */
export async function lockConnection(
  db: Kysely<Schema>,
  connectionId: number,
): Promise<ConnectionRow | null> {
  const row = await selectConnection(db)
    .where("c.connection_id", "=", connectionId)
    .forUpdate("c")
    .executeTakeFirst();
  return row ? moveRow(row) : null;
}

const batchSize = 500;

/** Lists an application's connections with secrets, one batch at a time, by id. */
export async function listSealedConnections(
  db: Kysely<Schema>,
  applicationId: number,
  afterId: number,
): Promise<ConnectionRow[]> {
  const rows = await selectConnection(db)
    .where("c.application_id", "=", applicationId)
    .where("c.sealed_secrets", "is not", null)
    .where("c.connection_id", ">", afterId)
    .orderBy("c.connection_id")
    .limit(batchSize)
    .execute();
  return rows.map(moveRow);
}

/** A connection with secrets from an earlier version, and the addresses of its application. */
export type UnsealedConnection = ConnectionRow & Pick<ApplicationDefinition, "environments">;

/** Lists these connections, one batch at a time, by id. */
export async function listUnsealedConnections(
  db: Kysely<Schema>,
  afterId: number,
): Promise<UnsealedConnection[]> {
  const rows = await selectConnection(db)
    .where("c.sealed_secrets", "is not", null)
    .where("c.sealed_origins", "is", null)
    .where("c.connection_id", ">", afterId)
    .orderBy("c.connection_id")
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({ ...moveRow(row), environments: row.environments }));
}

/** Replaces the secrets that were read, unless they have changed meanwhile. */
export async function sealConnectionRow(
  db: Kysely<Schema>,
  { connectionId, sealedSecrets }: ConnectionRow,
  sealed: Pick<ConnectionRow, "sealedSecrets" | "sealedOrigins">,
): Promise<void> {
  await db
    .updateTable("connection")
    .set({ sealed_secrets: sealed.sealedSecrets, sealed_origins: sealed.sealedOrigins })
    .where("connection_id", "=", connectionId)
    .where("sealed_secrets", "=", sealedSecrets)
    .execute();
}

/** Filters for listing an account user's connections; null: all. */
export interface ConnectionFilter {
  applicationId: number | null;
  /** Text in the name or the account label. */
  search: string | null;
  /** Applications whose name matches the search. */
  searchApplicationIds: number[];
}

/** The ids of the applications that a member has connections to, each once. */
export async function listConnectedApplicationIds(
  db: Kysely<Schema>,
  accountUserId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("connection")
    .select("application_id")
    .distinct()
    .where("account_user_id", "=", accountUserId)
    .execute();
  return rows.map((row) => row.application_id);
}

/** Lists a page of an account user's connections by id, with their count. */
export async function listConnectionRows(
  db: Kysely<Schema>,
  accountUserId: number,
  filter: ConnectionFilter,
  page: Page,
): Promise<RowPage<ConnectionRow>> {
  const patterns = filter.search === null ? null : likePatterns(filter.search);
  const condition = sql<boolean>`c.account_user_id = ${accountUserId}
    and (${filter.applicationId}::int is null or c.application_id = ${filter.applicationId})
    and (${patterns}::text[] is null or c.name ilike any(${patterns}::text[])
      or c.account_label ilike any(${patterns}::text[]) or c.application_id = any(${filter.searchApplicationIds}))`;
  // Chosen before they are read: PostgreSQL would read the application of those that the offset skips, too.
  const load = ({ offset, top }: Page) =>
    selectConnection(db)
      .where(
        sql<boolean>`c.connection_id in (select c.connection_id from connection c where ${condition}
          order by c.connection_id offset ${offset} limit ${top})`,
      )
      .orderBy("c.connection_id")
      .execute();
  const [rows, count] = await Promise.all([
    loadLargeRows(
      page,
      load,
      ({ fields, sealedSecrets }) => measureJson(fields) + (sealedSecrets?.length ?? 0),
    ),
    db
      .selectFrom("connection as c")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(moveRow), totalCount: Number(count.count) };
}
