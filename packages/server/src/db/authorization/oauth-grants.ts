import { type Kysely, sql } from "kysely";
import type { Page, RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";

/** What a person allowed a client (decisions D59). */
export interface GrantRow {
  grantId: number;
  jti: string;
  clientId: string;
  clientName: string;
  accountUserId: number;
  companyId: number;
  resource: string;
  scopes: string[];
  toolsetId: string | null;
  isReadOnly: boolean;
  createdDate: Date;
  expiresDate: Date;
  lastUsedDate: Date | null;
}

/** A grant to store. */
export interface NewGrant extends Omit<GrantRow, "grantId" | "companyId" | "createdDate" | "lastUsedDate"> {
  /** JSON text of the authorization server. */
  payload: string;
}

const selectGrant = (db: Kysely<Schema>) =>
  db
    .selectFrom("oauth_grant as g")
    .innerJoin("account_user as a", "a.account_user_id", "g.account_user_id")
    .select([
      "g.grant_id as grantId",
      "g.jti",
      "g.client_id as clientId",
      "g.client_name as clientName",
      "g.account_user_id as accountUserId",
      "a.company_id as companyId",
      "g.resource",
      "g.scopes",
      "g.toolset_id as toolsetId",
      "g.is_read_only as isReadOnly",
      "g.created_date as createdDate",
      "g.expires_date as expiresDate",
      "g.last_used_date as lastUsedDate",
    ])
    .where("g.expires_date", ">", sql<Date>`now()`);

/** Stores a grant. One with the same name, of the same request, is replaced. */
export async function saveGrantRow(db: Kysely<Schema>, grant: NewGrant): Promise<void> {
  const values = {
    client_id: grant.clientId,
    client_name: grant.clientName,
    account_user_id: grant.accountUserId,
    resource: grant.resource,
    scopes: grant.scopes,
    toolset_id: grant.toolsetId,
    is_read_only: grant.isReadOnly,
    payload: grant.payload,
    expires_date: grant.expiresDate,
  };
  await db
    .insertInto("oauth_grant")
    .values({ jti: grant.jti, ...values })
    .onConflict((conflict) => conflict.column("jti").doUpdateSet(values))
    .execute();
}

export async function loadGrant(db: Kysely<Schema>, grantId: number): Promise<GrantRow | null> {
  return (await selectGrant(db).where("g.grant_id", "=", grantId).executeTakeFirst()) ?? null;
}

/** Loads the authorization server's JSON text of a grant. */
export async function loadGrantPayload(db: Kysely<Schema>, jti: string): Promise<string | null> {
  const row = await db
    .selectFrom("oauth_grant")
    .select("payload")
    .where("jti", "=", jti)
    .where("expires_date", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.payload ?? null;
}

/**
 * Finds the newest grant of a person to a client for a resource that covers all these scopes (decisions D59).
 *
 * @param wanted.address the resource as the client writes it: the authorization server knows the grant's resource by that. Null: the
 * client named none, and the grant is for the one that the person chose
 */
export const findCoveringGrant = (
  db: Kysely<Schema>,
  wanted: {
    accountUserId: number;
    clientId: string;
    resource: string;
    address: string | null;
    scopes: readonly string[];
  },
): Promise<GrantRow | undefined> =>
  selectGrant(db)
    .where("g.account_user_id", "=", wanted.accountUserId)
    .where("g.client_id", "=", wanted.clientId)
    .where(
      wanted.address === null
        ? sql<boolean>`g.payload::json ->> 'isResourceChosen' = 'true'`
        : sql<boolean>`g.resource = ${wanted.resource} and g.payload::json -> 'resources' -> ${wanted.address} is not null`,
    )
    .where(sql<boolean>`g.scopes @> ${[...wanted.scopes]}::text[]`)
    .orderBy("g.grant_id", "desc")
    .executeTakeFirst();

/** Lists a page of grants by id, with their count: an account user's, or a whole company's. */
export async function listGrants(
  db: Kysely<Schema>,
  owner: { accountUserId: number } | { companyId: number },
  page: Page,
): Promise<RowPage<GrantRow>> {
  const condition =
    "companyId" in owner
      ? sql<boolean>`a.company_id = ${owner.companyId}`
      : sql<boolean>`a.account_user_id = ${owner.accountUserId}`;
  const [rows, count] = await Promise.all([
    selectGrant(db).where(condition).orderBy("g.grant_id").offset(page.offset).limit(page.top).execute(),
    db
      .selectFrom("oauth_grant as g")
      .innerJoin("account_user as a", "a.account_user_id", "g.account_user_id")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where(condition)
      .where("g.expires_date", ">", sql<Date>`now()`)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: Number(count.count) };
}

/** Deletes a grant with its codes and tokens. False when it did not exist. */
export async function deleteGrant(db: Kysely<Schema>, jti: string): Promise<boolean> {
  const result = await db.deleteFrom("oauth_grant").where("jti", "=", jti).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
