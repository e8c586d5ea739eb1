import type { Execution, ExecutionSummary } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { buildExecutionCondition, type ExecutionFilter, estimateExecutions } from "./execution-filter.ts";
import type { Schema } from "./schema.ts";

/** A history record. Members that are also in the summary have the same names. */
export interface ExecutionRow extends Omit<ExecutionSummary, "createdDate"> {
  companyId: number;
  createdDate: Date;
  input: string | null;
  output: string | null;
  isOutputCut: boolean;
  names: Execution["names"];
}

/** Up to this number `totalCount` is exact (decisions D84). */
const exactCount = 100_000;

const summaryColumns = [
  "history_id as historyId",
  "company_id as companyId",
  "account_user_id as accountUserId",
  "api_key_id as apiKeyId",
  "tool_slug as toolSlug",
  "application_slug as applicationSlug",
  "connection_id as connectionId",
  "resolved_by as resolvedBy",
  "toolset_id as toolsetId",
  "source",
  "is_success as isSuccess",
  "failure_kind as failureKind",
  "error_message as errorMessage",
  "status_code as statusCode",
  "execution_time_ms as executionTime",
  "data_size_bytes as dataSize",
  "request_id as requestId",
  "created_date as createdDate",
] as const;

export type ExecutionSummaryRow = Omit<ExecutionRow, "input" | "output" | "isOutputCut" | "names">;

/** Without foreign keys, because records stay when these are deleted. */
const selectNames = sql<Execution["names"]>`json_build_object(
  'member', (select u.full_name from account_user a join user_profile u using (user_id)
    where a.account_user_id = execution.account_user_id),
  'connection', (select c.name from connection c where c.connection_id = execution.connection_id),
  'toolset', (select t.name from toolset t where t.toolset_id = execution.toolset_id),
  'apiKey', (select k.name from api_key k where k.api_key_id = execution.api_key_id))`;

/** Loads a record of a company. Ids are unique within a company (decisions D84). */
export async function loadExecution(
  db: Kysely<Schema>,
  companyId: number,
  historyId: number,
): Promise<ExecutionRow | null> {
  const row = await db
    .selectFrom("execution")
    .select([...summaryColumns, "input", "output", "is_output_cut as isOutputCut"])
    .select(selectNames.as("names"))
    .where("company_id", "=", companyId)
    .where("history_id", "=", historyId)
    .executeTakeFirst();
  return row ?? null;
}

/** A record's place in the order of the history. */
export interface HistoryPlace {
  createdDate: Date;
  historyId: number;
  accountUserId: number;
}

export async function loadHistoryPlace(
  db: Kysely<Schema>,
  companyId: number,
  historyId: number,
): Promise<HistoryPlace | null> {
  const row = await db
    .selectFrom("execution")
    .select(["history_id as historyId", "created_date as createdDate", "account_user_id as accountUserId"])
    .where("company_id", "=", companyId)
    .where("history_id", "=", historyId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Lists a page of the history, newest first, with the number of records: exact up to 100,000, else estimated.
 *
 * @param before a record that the page begins after; null: the page begins with the newest record. It does not change the number
 */
export async function listExecutionRows(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
  page: { offset: number; top: number },
  before: HistoryPlace | null = null,
): Promise<{ rows: ExecutionSummaryRow[]; totalCount: number; isEstimate: boolean }> {
  const condition = await buildExecutionCondition(db, filter);
  const [rows, count] = await Promise.all([
    listRows(db, condition, filter.companyId, page, before),
    countRows(db, condition),
  ]);
  return { rows, ...count };
}

/** Finds the places of the page first, for which an index is enough, and then reads the records there. */
async function listRows(
  db: Kysely<Schema>,
  condition: RawBuilder<boolean>,
  companyId: number,
  { offset, top }: { offset: number; top: number },
  before: HistoryPlace | null,
): Promise<ExecutionSummaryRow[]> {
  const older =
    before === null
      ? sql`true`
      : sql`(created_date, history_id) < (${before.createdDate}, ${before.historyId})`;
  const places = sql<{ historyId: number }>`(select history_id as "historyId" from execution
    where ${condition} and ${older} order by created_date desc, history_id desc limit ${top} offset ${offset})`;
  return db
    .with(
      (name) => name("place").materialized(),
      () => places,
    )
    .selectFrom("execution")
    .innerJoin("place", "place.historyId", "history_id")
    .select(summaryColumns)
    .where("company_id", "=", companyId)
    .orderBy("created_date", "desc")
    .orderBy("history_id", "desc")
    .execute();
}

/** Counts exactly up to the limit, and returns the planner's estimate beyond it (decisions D84). */
async function countRows(
  db: Kysely<Schema>,
  condition: RawBuilder<boolean>,
): Promise<{ totalCount: number; isEstimate: boolean }> {
  const counted = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from execution where ${condition} limit ${exactCount + 1}) as counted`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  if (count <= exactCount) {
    return { totalCount: count, isEstimate: false };
  }
  return { totalCount: Math.max(await estimateExecutions(db, condition), count), isEstimate: true };
}

/** Deletes a batch of records older than a date. Returns how many were deleted. */
export async function deleteExecutionsBefore(
  db: Kysely<Schema>,
  before: Date,
  batch: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from execution where ctid = any(array(
    select ctid from execution where created_date < ${before} limit ${batch}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
