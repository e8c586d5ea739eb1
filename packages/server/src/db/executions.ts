import type { ExecutionSummary } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** A record of the history; members of the summary have its names. */
export interface ExecutionRow extends Omit<ExecutionSummary, "createdDate"> {
  companyId: number;
  createdDate: Date;
  input: string | null;
  output: string | null;
  isOutputCut: boolean;
}

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

export async function loadExecution(db: Kysely<Schema>, historyId: number): Promise<ExecutionRow | null> {
  const row = await db
    .selectFrom("execution")
    .select([...summaryColumns, "input", "output", "is_output_cut as isOutputCut"])
    .where("history_id", "=", historyId)
    .executeTakeFirst();
  return row ?? null;
}

/** Which records to list; null: all. */
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

/** A page of the history, newest first, and how many records there are. */
export async function listExecutionRows(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
  page: { offset: number; top: number },
): Promise<{ rows: ExecutionSummaryRow[]; totalCount: number }> {
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
    conditions.push(sql`is_success = ${filter.isSuccess}`);
  }
  if (filter.from !== null) {
    conditions.push(sql`created_date >= ${filter.from}`);
  }
  if (filter.to !== null) {
    conditions.push(sql`created_date < ${filter.to}`);
  }
  const condition = sql<boolean>`${sql.join(conditions, sql` and `)}`;
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
    db
      .selectFrom("execution")
      .select((select) => select.fn.countAll<string>().as("count"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: Number(count.count) };
}

/** Deletes a batch of records older than a date; answers how many. */
export async function deleteExecutionsBefore(
  db: Kysely<Schema>,
  before: Date,
  batch: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from execution where history_id in (
    select history_id from execution where created_date < ${before} limit ${batch})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
