import type { Execution, ExecutionSummary } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import { runEach } from "../../turns/run-each.ts";
import { deleteInBatches } from "../delete-in-batches.ts";
import type { Schema } from "../schema.ts";

/** A history record. Members that are also in the summary have the same names. */
export interface ExecutionRow extends Omit<ExecutionSummary, "createdDate"> {
  companyId: number;
  createdDate: Date;
  input: string | null;
  output: string | null;
  isOutputCut: boolean;
  timings: Execution["timings"];
  responseHeaders: Execution["responseHeaders"];
  names: Execution["names"];
}

export const summaryColumns = [
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

export type ExecutionSummaryRow = Omit<ExecutionRow, Exclude<keyof Execution, keyof ExecutionSummary>>;

const selectTimings = sql<Execution["timings"]>`case when checks_ms is not null then json_build_object(
  'checks', checks_ms, 'token', token_ms, 'downstream', downstream_ms, 'results', results_ms) end`;

/** Without foreign keys, because records stay when these are deleted. */
export const selectNames = sql<Execution["names"]>`json_build_object(
  'member', (select nullif(u.full_name, '') from account_user a join user_profile u using (user_id)
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
    .select("response_headers as responseHeaders")
    .select([selectTimings.as("timings"), selectNames.as("names")])
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

/** A page of the records that are newer or older than one, next to it. */
export interface PageBeside {
  place: HistoryPlace;
  isNewer: boolean;
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

/** Deletes the records older than a date, a company after the other, in batches. */
export async function deleteExecutionsBefore(db: Kysely<Schema>, before: Date): Promise<void> {
  const companyIds = await listCompaniesWithExecutions(db);
  await runEach(companyIds.map((companyId) => () => deleteOfCompany(db, companyId, before)));
}

async function deleteOfCompany(db: Kysely<Schema>, companyId: number, before: Date): Promise<void> {
  let since = "-infinity";
  await deleteInBatches(async (limit) => {
    const deleted = await deleteOldest(db, { companyId, since, before, limit });
    since = deleted.until ?? since;
    return deleted.count;
  });
}

/** Finds the first record of each company by the primary key. */
async function listCompaniesWithExecutions(db: Kysely<Schema>): Promise<number[]> {
  const { rows } = await sql<{ companyId: number }>`
    with recursive company (id) as (
      (select company_id from execution order by company_id limit 1)
      union all
      select (select company_id from execution where company_id > company.id order by company_id limit 1)
      from company where company.id is not null)
    select id as "companyId" from company where id is not null`.execute(db);
  return rows.map(({ companyId }) => companyId);
}

/**
 * What was deleted stays in the table and its indexes until they are vacuumed. A batch that did not begin where the one before it ended
 * would read over all that, and reach its time limit in a large history.
 */
async function deleteOldest(
  db: Kysely<Schema>,
  { companyId, since, before, limit }: { companyId: number; since: string; before: Date; limit: number },
): Promise<{ count: number; until: string | null }> {
  const { rows } = await sql<{ count: number; until: string | null }>`
    with old as materialized (
      select ctid as place, created_date from execution
      where company_id = ${companyId} and created_date >= ${since}::timestamptz and created_date < ${before}
      order by created_date limit ${limit}),
    deleted as (delete from execution where ctid = any(array(select place from old)))
    select count(*)::int as count, max(created_date)::text as until from old`.execute(db);
  return rows[0] ?? { count: 0, until: null };
}
