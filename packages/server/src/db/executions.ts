import type { ExecutionSummary } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** A history record. Members that are also in the summary have the same names. */
export interface ExecutionRow extends Omit<ExecutionSummary, "createdDate"> {
  companyId: number;
  createdDate: Date;
  input: string | null;
  output: string | null;
  isOutputCut: boolean;
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

export type ExecutionSummaryRow = Omit<ExecutionRow, "input" | "output" | "isOutputCut">;

/** Loads a record of a company. Ids are unique within a company (decisions D84). */
export async function loadExecution(
  db: Kysely<Schema>,
  companyId: number,
  historyId: number,
): Promise<ExecutionRow | null> {
  const row = await db
    .selectFrom("execution")
    .select([...summaryColumns, "input", "output", "is_output_cut as isOutputCut"])
    .where("company_id", "=", companyId)
    .where("history_id", "=", historyId)
    .executeTakeFirst();
  return row ?? null;
}

/** Filters for listing records; null: all. */
export interface ExecutionFilter {
  companyId: number;
  accountUserId: number | null;
  toolSlug: string | null;
  connectionId: number | null;
  isSuccess: boolean | null;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** Lists a page of the history, newest first, with the number of records: exact up to 100,000, else estimated. */
export async function listExecutionRows(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
  page: { offset: number; top: number },
): Promise<{ rows: ExecutionSummaryRow[]; totalCount: number; isEstimate: boolean }> {
  const condition = buildCondition(filter);
  const [rows, count] = await Promise.all([
    db
      .selectFrom("execution")
      .select(summaryColumns)
      .where(condition)
      .orderBy("created_date", "desc")
      .orderBy("history_id", "desc")
      .offset(page.offset)
      .limit(page.top)
      .execute(),
    countRows(db, condition),
  ]);
  return { rows, ...count };
}

function buildCondition(filter: ExecutionFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`company_id = ${filter.companyId}`];
  if (filter.accountUserId !== null) {
    conditions.push(sql`account_user_id = ${filter.accountUserId}`);
  }
  if (filter.toolSlug !== null) {
    conditions.push(sql`tool_slug = ${filter.toolSlug}`);
  }
  if (filter.connectionId !== null) {
    conditions.push(sql`connection_id = ${filter.connectionId}`);
  }
  if (filter.isSuccess !== null) {
    // Written so that the index of failed records is used.
    conditions.push(filter.isSuccess ? sql`is_success` : sql`not is_success`);
  }
  if (filter.from !== null) {
    conditions.push(sql`created_date >= ${filter.from}`);
  }
  if (filter.to !== null) {
    conditions.push(sql`created_date < ${filter.to}`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
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
  const explained = await sql<{
    "QUERY PLAN": { Plan: { "Plan Rows": number } }[];
  }>`explain (format json) select 1 from execution where ${condition}`.execute(db);
  const estimate = explained.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
  return { totalCount: Math.max(Math.round(estimate), count), isEstimate: true };
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
