import type { ToolsetSettings } from "@bowline/contract";
import { type Kysely, sql, type Transaction } from "kysely";
import { inTransaction } from "./in-transaction.ts";
import { loadLargeRows, measureJson, type Page, type RowPage } from "./page.ts";
import type { Schema } from "./schema.ts";

/** A toolset with its connections in their order. */
export interface ToolsetRow {
  toolsetId: string;
  accountUserId: number;
  name: string;
  workflows: string[];
  connections: ToolsetConnectionRow[];
  /** The settings that were set. Null: none, as in most toolsets (decisions D65). */
  settings: Partial<ToolsetSettings> | null;
  createdDate: Date;
  updatedDate: Date | null;
  createdByAccountUserId: number;
  updatedByAccountUserId: number | null;
}

export interface ToolsetConnectionRow {
  connectionId: number;
  applicationId: number;
  applicationSlug: string;
  toolSlugs: string[];
}

const selectToolset = sql`
  select t.toolset_id as "toolsetId", t.account_user_id as "accountUserId", t.name, t.workflows,
    case when t.settings::text <> '{}' then t.settings end as settings,
    t.created_date as "createdDate", t.updated_date as "updatedDate",
    t.created_by_account_user_id as "createdByAccountUserId", t.updated_by_account_user_id as "updatedByAccountUserId",
    coalesce((
      select json_agg(json_build_object('connectionId', tc.connection_id, 'applicationId', a.application_id,
        'applicationSlug', a.slug, 'toolSlugs', tc.tool_slugs) order by tc.position)
      from toolset_connection tc join connection c using (connection_id) join application a using (application_id)
      where tc.toolset_id = t.toolset_id), '[]') as connections
  from toolset t`;

export async function loadToolset(db: Kysely<Schema>, toolsetId: string): Promise<ToolsetRow | null> {
  const { rows } = await sql<ToolsetRow>`${selectToolset} where t.toolset_id = ${toolsetId}`.execute(db);
  return rows[0] ?? null;
}

/** Lists a page of an account user's toolsets, oldest first, with their count. */
export async function listToolsetRows(
  db: Kysely<Schema>,
  accountUserId: number,
  page: Page,
): Promise<RowPage<ToolsetRow>> {
  // Chosen before they are read: PostgreSQL would read those that the offset skips, too.
  const load = async ({ offset, top }: Page): Promise<ToolsetRow[]> => {
    const { rows } = await sql<ToolsetRow>`${selectToolset}
      where t.toolset_id in (select toolset_id from toolset where account_user_id = ${accountUserId}
        order by created_date, toolset_id offset ${offset} limit ${top})
      order by t.created_date, t.toolset_id`.execute(db);
    return rows;
  };
  const [rows, count] = await Promise.all([
    loadLargeRows(page, load, ({ settings, connections }) => measureJson([settings, connections])),
    db
      .selectFrom("toolset")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where("account_user_id", "=", accountUserId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: Number(count.count) };
}

/** The date of a change, which is later than that of each change before. */
export const nextUpdatedDate = sql<Date>`greatest(now(), coalesce(updated_date, created_date) + interval '1 millisecond')`;

/** The members of a toolset; undefined does not change a member. */
export interface ToolsetChange {
  name?: string | undefined;
  workflows?: string[] | undefined;
  connections?: { connectionId: number; toolSlugs: string[] }[] | undefined;
  /** The members to set; the others do not change. */
  settings?: Partial<ToolsetSettings> | undefined;
}

/** Throws when a toolset is not as the caller saw it. */
type DateCheck = (row: Pick<ToolsetRow, "createdDate" | "updatedDate">) => void;

/** Creates a toolset and returns its id. */
export async function insertToolset(
  db: Kysely<Schema>,
  accountUserId: number,
  toolset: ToolsetChange & { name: string },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const { toolset_id } = await transaction
      .insertInto("toolset")
      .values({
        account_user_id: accountUserId,
        created_by_account_user_id: accountUserId,
        name: toolset.name,
        workflows: toolset.workflows ?? [],
        settings: JSON.stringify(toolset.settings ?? {}),
      })
      .returning("toolset_id")
      .executeTakeFirstOrThrow();
    await insertToolsetConnections(transaction, toolset_id, toolset.connections ?? []);
    return toolset_id;
  });
}

/**
 * Replaces the members given. Later updates wait for earlier ones (decisions D39), and have a later date. False when the toolset does
 * not exist.
 *
 * @param check gets the dates before the update. When it throws, nothing changes
 */
export async function updateToolsetRow(
  db: Kysely<Schema>,
  toolsetId: string,
  accountUserId: number,
  change: ToolsetChange,
  check: DateCheck | null = null,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (check !== null) {
      const dates = await lockDates(transaction, toolsetId);
      if (dates === undefined) {
        return false;
      }
      check(dates);
    }
    const updated = await transaction
      .updateTable("toolset")
      .set({
        ...(change.name !== undefined && { name: change.name }),
        ...(change.workflows !== undefined && { workflows: change.workflows }),
        updated_date: nextUpdatedDate,
        updated_by_account_user_id: accountUserId,
      })
      .where("toolset_id", "=", toolsetId)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) {
      return false;
    }
    if (change.settings !== undefined) {
      await mergeSettings(transaction, toolsetId, change.settings);
    }
    if (change.connections !== undefined) {
      await transaction.deleteFrom("toolset_connection").where("toolset_id", "=", toolsetId).execute();
      await insertToolsetConnections(transaction, toolsetId, change.connections);
    }
    return true;
  });
}

const lockDates = (transaction: Transaction<Schema>, toolsetId: string) =>
  transaction
    .selectFrom("toolset")
    .select(["created_date as createdDate", "updated_date as updatedDate"])
    .where("toolset_id", "=", toolsetId)
    .forUpdate()
    .executeTakeFirst();

/** Sets the members given. The transaction has updated the row before, so nobody else changes it meanwhile. */
async function mergeSettings(
  transaction: Kysely<Schema>,
  toolsetId: string,
  settings: Partial<ToolsetSettings>,
): Promise<void> {
  const stored = await transaction
    .selectFrom("toolset")
    .select("settings")
    .where("toolset_id", "=", toolsetId)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable("toolset")
    .set({ settings: JSON.stringify({ ...stored.settings, ...settings }) })
    .where("toolset_id", "=", toolsetId)
    .execute();
}

/**
 * Deletes a toolset. False when it did not exist.
 *
 * @param check gets the toolset's dates. When it throws, nothing is deleted
 */
export async function deleteToolsetRow(
  db: Kysely<Schema>,
  toolsetId: string,
  check: DateCheck | null = null,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const dates = await lockDates(transaction, toolsetId);
    if (dates === undefined) {
      return false;
    }
    check?.(dates);
    await transaction.deleteFrom("toolset").where("toolset_id", "=", toolsetId).execute();
    return true;
  });
}

/** Leaves out connections that were just deleted, as their deletion would. */
async function insertToolsetConnections(
  db: Kysely<Schema>,
  toolsetId: string,
  connections: readonly { connectionId: number; toolSlugs: string[] }[],
): Promise<void> {
  for (const [position, { connectionId, toolSlugs }] of connections.entries()) {
    await sql`insert into toolset_connection (toolset_id, connection_id, position, tool_slugs)
      select ${toolsetId}, connection_id, ${position}, ${toolSlugs} from connection
      where connection_id = ${connectionId} for share`.execute(db);
  }
}
