import { type Kysely, sql } from "kysely";
import type { Page, RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";

/** An API key with its owner. */
export interface ApiKeyRow {
  apiKeyId: number;
  name: string;
  accountUserId: number;
  companyId: number;
  kind: Schema["account_user"]["kind"];
  keyHash: string;
  toolsetId: string | null;
  readOnly: boolean;
  expiresDate: Date | null;
  createdDate: Date;
  lastUsedDate: Date | null;
}

const selectApiKey = (db: Kysely<Schema>) =>
  db
    .selectFrom("api_key as k")
    .innerJoin("account_user as a", "a.account_user_id", "k.account_user_id")
    .select([
      "k.api_key_id as apiKeyId",
      "k.name",
      "k.account_user_id as accountUserId",
      "a.company_id as companyId",
      "a.kind",
      sql<string>`encode(k.key_hash, 'hex')`.as("keyHash"),
      "k.toolset_id as toolsetId",
      "k.is_read_only as readOnly",
      "k.expires_date as expiresDate",
      "k.created_date as createdDate",
      "k.last_used_date as lastUsedDate",
    ]);

export async function loadApiKey(db: Kysely<Schema>, apiKeyId: number): Promise<ApiKeyRow | null> {
  return (await selectApiKey(db).where("k.api_key_id", "=", apiKeyId).executeTakeFirst()) ?? null;
}

/** Lists a page of an account user's keys by id, with their count. With a company, includes the keys of its service members. */
export async function listApiKeyRows(
  db: Kysely<Schema>,
  owner: { accountUserId: number; servicesOfCompanyId: number | null },
  page: Page,
): Promise<RowPage<ApiKeyRow>> {
  const condition = sql<boolean>`(a.account_user_id = ${owner.accountUserId}
    or (a.company_id = ${owner.servicesOfCompanyId}::int and a.kind = 'service'))`;
  const [rows, count] = await Promise.all([
    selectApiKey(db).where(condition).orderBy("k.api_key_id").offset(page.offset).limit(page.top).execute(),
    db
      .selectFrom("api_key as k")
      .innerJoin("account_user as a", "a.account_user_id", "k.account_user_id")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: Number(count.count) };
}

/** Stores a new key by its hash and returns its id. */
export async function insertApiKey(
  db: Kysely<Schema>,
  key: {
    accountUserId: number;
    name: string;
    keyHash: string;
    toolsetId: string | null;
    readOnly: boolean;
    expiresDate: Date | null;
  },
): Promise<number> {
  const row = await db
    .insertInto("api_key")
    .values({
      account_user_id: key.accountUserId,
      name: key.name,
      key_hash: Buffer.from(key.keyHash, "hex"),
      toolset_id: key.toolsetId,
      is_read_only: key.readOnly,
      expires_date: key.expiresDate,
    })
    .returning("api_key_id")
    .executeTakeFirstOrThrow();
  return row.api_key_id;
}

/** Deletes a key. False when it did not exist. */
export async function deleteApiKeyRow(db: Kysely<Schema>, apiKeyId: number): Promise<boolean> {
  const result = await db.deleteFrom("api_key").where("api_key_id", "=", apiKeyId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
