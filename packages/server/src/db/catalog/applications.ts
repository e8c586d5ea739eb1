import { type Kysely, sql } from "kysely";
import { endApprovals } from "../approvals.ts";
import { deleteConnectionRows, type OnDeleted } from "../connections/delete-connections.ts";
import { inTransaction } from "../in-transaction.ts";
import type { ApplicationPresentation, Schema } from "../schema.ts";

/** Adds to the presentation that an Admin set for an application. False when the application does not exist. */
export async function updatePresentation(
  db: Kysely<Schema>,
  applicationId: number,
  change: ApplicationPresentation,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update application
    set presentation = presentation || ${JSON.stringify(change)}::jsonb, updated_date = now()
    where application_id = ${applicationId}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Loads the name that an Admin set for a company's application. Null: none was set, or there is no such application. */
export async function loadSetName(
  db: Kysely<Schema>,
  companyId: number,
  slug: string,
): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select presentation ->> 'name' as name from application where company_id = ${companyId} and slug = ${slug}`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}

/**
 * Deletes an application, and with `force` its connections.
 *
 * @param onDeleted called with the deleted connections
 * @returns how many connections prevent it; null when it does not exist
 */
export async function deleteApplicationRow(
  db: Kysely<Schema>,
  applicationId: number,
  force: boolean,
  onDeleted: OnDeleted,
): Promise<number | null> {
  return inTransaction(db, async (transaction) => {
    const { rows } =
      await sql`select 1 from application where application_id = ${applicationId} for update`.execute(
        transaction,
      );
    if (rows.length === 0) {
      return null;
    }
    if (force) {
      await deleteConnectionRows(transaction, sql<boolean>`application_id = ${applicationId}`, onDeleted);
    }
    const { count } = await transaction
      .selectFrom("connection")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where("application_id", "=", applicationId)
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) {
      const isConcerned = sql<boolean>`(company_id, tool_slug) in (select a.company_id, t.slug
        from application a join tool t using (application_id) where application_id = ${applicationId})`;
      await endApprovals(transaction, isConcerned, "The application was deleted.");
      await transaction.deleteFrom("application").where("application_id", "=", applicationId).execute();
    }
    return Number(count);
  });
}

/** Lists the ids of the applications that a company has hidden. */
export async function listHiddenApplicationIds(db: Kysely<Schema>, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("disabled_application")
    .select("application_id")
    .where("company_id", "=", companyId)
    .orderBy("application_id")
    .execute();
  return rows.map((row) => row.application_id);
}

/** Hides an application from a company, or shows it again. */
export async function setApplicationEnabled(
  db: Kysely<Schema>,
  companyId: number,
  applicationId: number,
  isEnabled: boolean,
): Promise<void> {
  if (isEnabled) {
    await db
      .deleteFrom("disabled_application")
      .where("company_id", "=", companyId)
      .where("application_id", "=", applicationId)
      .execute();
    return;
  }
  await db
    .insertInto("disabled_application")
    .values({ company_id: companyId, application_id: applicationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
