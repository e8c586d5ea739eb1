import type { ErrorCode, ImportPhase } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import { loadLargeRows, measureJson, type Page, type RowPage } from "../page.ts";
import type { Schema } from "../schema.ts";

/** An import in the background. */
export interface ImportRow {
  importId: number;
  accountUserId: number;
  applicationSlug: string;
  isDryRun: boolean;
  /** 0: done, 1: in progress, 2: failed. */
  status: 0 | 1 | 2;
  phase: ImportPhase;
  done: number;
  total: number | null;
  /** The response of the import; null when it is not done. */
  result: unknown;
  error: string | null;
  errorCode: ErrorCode | null;
  startedDate: Date;
  endedDate: Date | null;
}

/** The server of an import has not been heard of for this long: it has stopped. */
const lostSeconds = 15;
const keptImports = 50;

const lostReason = "The server stopped during the import. Import again.";
const isLost = sql<boolean>`(status = 1 and alive_date < now() - make_interval(secs => ${lostSeconds}))`;
/** The column `result` has the response of an import that is done, and `{ errorCode }` of one that failed. */
const selectImport = sql`select import_id as "importId", account_user_id as "accountUserId",
  application_slug as "applicationSlug", is_dry_run as "isDryRun", case when ${isLost} then 2 else status end as status,
  phase, done, total, case when status = 0 then result end as result,
  case when ${isLost} then ${lostReason}::text else error end as error,
  case when ${isLost} then 'INTERNAL_ERROR' when status = 2 then result ->> 'errorCode' end as "errorCode",
  started_date as "startedDate", case when ${isLost} then alive_date else ended_date end as "endedDate" from import`;

/**
 * Stores an import that begins, and deletes old ones of its account user.
 *
 * @returns its id; null when the account user has `most` in progress already
 */
export async function insertImport(
  db: Kysely<Schema>,
  row: { companyId: number; accountUserId: number; applicationSlug: string; isDryRun: boolean },
  most: number,
): Promise<number | null> {
  await sql`delete from import where account_user_id = ${row.accountUserId} and status <> 1 and import_id <= (
    select import_id from import where account_user_id = ${row.accountUserId}
    order by import_id desc offset ${keptImports} limit 1)`.execute(db);
  const { rows } = await sql<{ importId: number }>`insert into import
      (company_id, account_user_id, application_slug, is_dry_run)
    select ${row.companyId}::int, ${row.accountUserId}::int, ${row.applicationSlug}, ${row.isDryRun}::boolean
    where ${most} > (select count(*) from import
      where account_user_id = ${row.accountUserId} and status = 1 and not ${isLost})
    returning import_id as "importId"`.execute(db);
  return rows[0]?.importId ?? null;
}

export async function loadImport(db: Kysely<Schema>, importId: number): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`${selectImport} where import_id = ${importId}`.execute(db);
  return rows[0] ?? null;
}

/** Lists a page of an account user's imports, newest first, with their number. */
export async function listImportRows(
  db: Kysely<Schema>,
  accountUserId: number,
  page: Page,
): Promise<RowPage<ImportRow>> {
  const load = async ({ offset, top }: Page): Promise<ImportRow[]> => {
    const { rows } = await sql<ImportRow>`${selectImport} where account_user_id = ${accountUserId}
      order by import_id desc offset ${offset} limit ${top}`.execute(db);
    return rows;
  };
  const [rows, count] = await Promise.all([
    loadLargeRows(page, load, ({ result }) => measureJson(result)),
    sql<{ count: number }>`select count(*)::int as count from import
      where account_user_id = ${accountUserId}`.execute(db),
  ]);
  return { rows, totalCount: count.rows[0]?.count ?? 0 };
}

/** Notes how far an import is. */
export async function updateProgress(
  db: Kysely<Schema>,
  importId: number,
  { phase, done, total }: Pick<ImportRow, "phase" | "done" | "total">,
): Promise<void> {
  await sql`update import set phase = ${phase}, done = ${done}, total = ${total}, alive_date = now()
    where import_id = ${importId} and status = 1`.execute(db);
}

/** Notes that this server still runs these imports. */
export async function keepImportsAlive(db: Kysely<Schema>, importIds: readonly number[]): Promise<void> {
  await sql`update import set alive_date = now() where import_id = any(${importIds}) and status = 1`.execute(
    db,
  );
}

/** Ends an import with its result, or with the reason of its failure. */
export async function endImport(
  db: Kysely<Schema>,
  importId: number,
  end: { result: unknown } | { error: string; errorCode: ErrorCode },
): Promise<void> {
  const result = JSON.stringify("result" in end ? end.result : { errorCode: end.errorCode });
  const error = "error" in end ? end.error : null;
  await sql`update import set status = ${error === null ? 0 : 2}, result = ${result}::json, error = ${error},
      ended_date = now() where import_id = ${importId} and status = 1`.execute(db);
}
