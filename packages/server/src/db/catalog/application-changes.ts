import { isDeepStrictEqual } from "node:util";
import type { CatalogTool } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { loadLargeRows, type Page, type RowPage } from "../page.ts";
import { lockCompany } from "../people/companies.ts";
import type { Schema } from "../schema.ts";
import { type AskedApplication, lockAsked } from "./lock-asked.ts";
import { listPinnedTools, type PinnedTool } from "./pinned-tools.ts";
import { saveSomeTools } from "./save-tools.ts";

/** A tool's definition as JSON text. */
type DefinitionText = string | null;

/** A difference between a pinned tool and its server's current declaration. */
export interface FoundChange {
  operationKey: string;
  toolSlug: string;
  kind: "added" | "changed" | "removed";
  pin: string;
  before: DefinitionText;
  after: DefinitionText;
  /** Null: the server no longer has the tool. */
  tool: CatalogTool | null;
}

export interface ApplicationChangeRow extends Pick<FoundChange, "toolSlug" | "kind" | "before" | "after"> {
  changeId: number;
  foundDate: Date;
}

/**
 * Stores the changes that a listing found and drops those of earlier listings. A rejected change stays rejected. One that has become
 * another change, or is converted otherwise by a later version, gets a new id, so that an Admin accepts only what they have seen.
 *
 * @param find gets the tools as they are pinned: an Admin may have accepted a change while the server was listed
 * @returns what was found, and how many changes wait for an Admin
 * @throws ApplicationMovedError
 */
export async function storeChanges(
  db: Kysely<Schema>,
  application: AskedApplication,
  find: (pinned: readonly PinnedTool[]) => FoundChange[],
): Promise<{ found: readonly FoundChange[]; waiting: number }> {
  const { applicationId } = application;
  return inTransaction(db, async (transaction) => {
    await lockAsked(transaction, application);
    const found = find(await listPinnedTools(transaction, applicationId));
    const keys = found.map(({ operationKey }) => operationKey);
    await sql`delete from application_change
      where application_id = ${applicationId} and operation_key <> all(${keys})`.execute(transaction);
    const stored = await listStored(transaction, applicationId);
    for (const change of found) {
      const { operationKey, toolSlug, kind, pin, before, after, tool } = change;
      const known = stored.get(operationKey);
      if (known !== undefined && isSameChange(known, change)) {
        continue;
      }
      const isRejected = known?.isRejected === true && known.kind === kind && known.pin === pin;
      await sql`insert into application_change
          (application_id, operation_key, tool_slug, kind, pin, before, after, tool, is_rejected)
        values (${applicationId}, ${operationKey}, ${toolSlug}, ${kind}, ${pin}, ${before}, ${after},
          ${tool === null ? null : JSON.stringify(tool)}, ${isRejected})
        on conflict (application_id, operation_key) do update
          set change_id = default, tool_slug = excluded.tool_slug, kind = excluded.kind, pin = excluded.pin, before = excluded.before,
            after = excluded.after, tool = excluded.tool, is_rejected = excluded.is_rejected, found_date = now()`.execute(
        transaction,
      );
    }
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from application_change
      where application_id = ${applicationId} and not is_rejected`.execute(transaction);
    return { found, waiting: rows[0]?.count ?? 0 };
  });
}

interface StoredChange extends Pick<FoundChange, "operationKey" | "kind" | "pin" | "before" | "after"> {
  /** As JSON text. */
  tool: string | null;
  isRejected: boolean;
}

async function listStored(db: Kysely<Schema>, applicationId: number): Promise<Map<string, StoredChange>> {
  const { rows } = await sql<StoredChange>`
    select operation_key as "operationKey", kind, pin, before, after, tool, is_rejected as "isRejected"
    from application_change where application_id = ${applicationId}`.execute(db);
  return new Map(rows.map((row) => [row.operationKey, row]));
}

/** A server may write a tool's members in any order, and a later version may convert them otherwise. */
const isSameChange = (stored: StoredChange, { kind, pin, before, after, tool }: FoundChange): boolean =>
  stored.kind === kind &&
  stored.pin === pin &&
  isSameJson(stored.before, before) &&
  isSameJson(stored.after, after) &&
  isSameJson(stored.tool, JSON.stringify(tool));

const isSameJson = (one: string | null, other: string | null): boolean =>
  one === other || isDeepStrictEqual(JSON.parse(one ?? "null"), JSON.parse(other ?? "null"));

/** Lists the tools, by operation key, whose removal an Admin has rejected. */
export async function listKeptTools(db: Kysely<Schema>, applicationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("application_change")
    .select("operation_key as operationKey")
    .where("application_id", "=", applicationId)
    .where("kind", "=", "removed")
    .where("is_rejected", "=", true)
    .execute();
  return rows.map(({ operationKey }) => operationKey);
}

/** Lists a page of the waiting changes by tool, with their count. A tool that is gone comes before one that gets its slug. */
export async function listChangeRows(
  db: Kysely<Schema>,
  applicationId: number,
  page: Page,
): Promise<RowPage<ApplicationChangeRow>> {
  const waiting = db
    .selectFrom("application_change")
    .where("application_id", "=", applicationId)
    .where("is_rejected", "=", false);
  const load = ({ offset, top }: Page) =>
    waiting
      .select([
        "change_id as changeId",
        "tool_slug as toolSlug",
        "kind",
        "before",
        "after",
        "found_date as foundDate",
      ])
      .orderBy("tool_slug")
      .orderBy("kind", "desc")
      .offset(offset)
      .limit(top)
      .execute();
  const measure = ({ before, after }: ApplicationChangeRow) => (before?.length ?? 0) + (after?.length ?? 0);
  const rows = await loadLargeRows(page, load, measure);
  const count = await waiting
    .select((select) => select.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, totalCount: Number(count.count) };
}

/**
 * Applies a waiting change and deletes it. Returns the tool's slug; null when no such change waits.
 *
 * @throws ToolSlugTakenError when another tool has got the tool's slug meanwhile
 */
export async function acceptChange(
  db: Kysely<Schema>,
  companyId: number,
  application: { applicationId: number; slug: string },
  changeId: number,
): Promise<string | null> {
  const { applicationId } = application;
  return inTransaction(db, async (transaction) => {
    // Locks as an import does: slugs are unique across all of a company's applications.
    await lockCompany(transaction, companyId);
    const { rows } = await sql<{ operationKey: string; toolSlug: string; tool: string | null }>`
      delete from application_change
      where application_id = ${applicationId} and change_id = ${changeId} and not is_rejected
      returning operation_key as "operationKey", tool_slug as "toolSlug", tool`.execute(transaction);
    const [change] = rows;
    if (change === undefined) {
      return null;
    }
    if (change.tool === null) {
      await sql`delete from tool
        where application_id = ${applicationId} and operation_key = ${change.operationKey}`.execute(
        transaction,
      );
      await sql`update application set updated_date = now() where application_id = ${applicationId}`.execute(
        transaction,
      );
    } else {
      await saveSomeTools(transaction, companyId, application, [JSON.parse(change.tool)]);
    }
    return change.toolSlug;
  });
}

/** Keeps a tool as it is pinned until its server's declaration changes again. Returns its slug; null when no such change waits. */
export async function rejectChange(
  db: Kysely<Schema>,
  applicationId: number,
  changeId: number,
): Promise<string | null> {
  const row = await db
    .updateTable("application_change")
    .set({ is_rejected: true })
    .where("application_id", "=", applicationId)
    .where("change_id", "=", changeId)
    .where("is_rejected", "=", false)
    .returning("tool_slug as toolSlug")
    .executeTakeFirst();
  return row?.toolSlug ?? null;
}
