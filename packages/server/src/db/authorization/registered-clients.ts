import { type Kysely, sql } from "kysely";
import type { Page, RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";

/** A service member's client. */
export interface ServiceClientRow {
  clientId: string;
  name: string;
  accountUserId: number;
  companyId: number;
  /** JSON text; see `ClientMetadata` of the authorization server. */
  metadata: string;
  createdDate: Date;
}

/**
 * Stores a client, or replaces its name and metadata.
 *
 * @param client `networkHash`: of the network where it registered itself
 */
export async function saveClient(
  db: Kysely<Schema>,
  client: {
    clientId: string;
    name: string;
    accountUserId: number | null;
    metadata: string;
    networkHash?: Buffer;
  },
): Promise<void> {
  const { name, metadata } = client;
  await db
    .insertInto("registered_client")
    .values({
      client_id: client.clientId,
      account_user_id: client.accountUserId,
      name,
      metadata,
      network_hash: client.networkHash ?? null,
    })
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet({ name, metadata }))
    .execute();
}

/** The most clients that registered themselves and that nobody has allowed anything. Anybody can make such clients. */
const unusedAtMost = 10_000;
/** A client that has just registered itself may have its person on the consent page. */
const unusedMinutes = 60;

/**
 * Makes room for a client that registers itself, by deleting the oldest that nobody has used. When all of them are new, it deletes those of
 * the network that has most, so that a flood from one network closes the door to that network only.
 *
 * @param networkHash where the client registers itself
 * @param most for tests
 * @returns false: there are too many, and no network has more than this one
 */
export async function makeRoomForClient(
  db: Kysely<Schema>,
  networkHash: Buffer,
  most = unusedAtMost,
): Promise<boolean> {
  const unused = sql`account_user_id is null and used_date is null`;
  const count = async () => {
    const { rows } = await sql<{
      count: string;
    }>`select count(*) from registered_client where ${unused}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  };
  const tooMany = (await count()) - most + 1;
  if (tooMany <= 0) {
    return true;
  }
  const deleted = await sql`delete from registered_client where client_id in (
      select client_id from registered_client
      where ${unused} and created_date < now() - make_interval(mins => ${unusedMinutes})
      order by created_date limit ${tooMany})`.execute(db);
  const missing = tooMany - Number(deleted.numAffectedRows ?? 0n);
  if (missing <= 0) {
    return true;
  }
  const ofOthers = await sql`delete from registered_client where client_id in (
      select client_id from (
        select client_id, created_date, count(*) over (partition by network_hash) as share
        from registered_client where ${unused}
      ) counted
      where share > (select count(*) from registered_client where ${unused} and network_hash = ${networkHash})
      order by share desc, created_date limit ${missing})`.execute(db);
  return Number(ofOthers.numAffectedRows ?? 0n) >= missing;
}

/** Loads the metadata of any client as JSON text; null when it does not exist. */
export async function loadClientMetadata(db: Kysely<Schema>, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom("registered_client")
    .select("metadata")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row?.metadata ?? null;
}

const selectServiceClient = (db: Kysely<Schema>) =>
  db
    .selectFrom("registered_client as r")
    .innerJoin("account_user as a", "a.account_user_id", "r.account_user_id")
    .select([
      "r.client_id as clientId",
      "r.name",
      "a.account_user_id as accountUserId",
      "a.company_id as companyId",
      "r.metadata",
      "r.created_date as createdDate",
    ]);

/** Loads a client of a service member; null also for one that registered itself. */
export async function loadServiceClient(
  db: Kysely<Schema>,
  clientId: string,
): Promise<ServiceClientRow | null> {
  return (await selectServiceClient(db).where("r.client_id", "=", clientId).executeTakeFirst()) ?? null;
}

/** Whether an Admin made a client, or a person has allowed it something that is still good. */
export async function isClientTrusted(db: Kysely<Schema>, clientId: string): Promise<boolean> {
  const found = await sql`
    select from registered_client where client_id = ${clientId} and account_user_id is not null
    union all select from oauth_grant where client_id = ${clientId} and expires_date > now() limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Lists a page of a company's clients, oldest first, with their count. */
export async function listServiceClients(
  db: Kysely<Schema>,
  companyId: number,
  page: Page,
): Promise<RowPage<ServiceClientRow>> {
  const [rows, count] = await Promise.all([
    selectServiceClient(db)
      .where("a.company_id", "=", companyId)
      .orderBy("r.created_date")
      .orderBy("r.client_id")
      .offset(page.offset)
      .limit(page.top)
      .execute(),
    sql<{ count: string }>`select count(*) from registered_client join account_user using (account_user_id)
      where company_id = ${companyId}`.execute(db),
  ]);
  return { rows, totalCount: Number(count.rows[0]?.count ?? 0) };
}

/** Deletes a client. False when it did not exist. */
export async function deleteClient(db: Kysely<Schema>, clientId: string): Promise<boolean> {
  const result = await db
    .deleteFrom("registered_client")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
