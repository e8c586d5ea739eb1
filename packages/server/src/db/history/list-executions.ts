import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Page } from "../page.ts";
import type { Schema } from "../schema.ts";
import { countExecutions } from "./count-executions.ts";
import { combineConditions, type ExecutionFilter } from "./execution-filter.ts";
import { type ExecutionSummaryRow, type PageBeside, selectNames, summaryColumns } from "./executions.ts";
import { findExecutions } from "./find-executions.ts";
import { choosePlan, type ListPlan, limitTime, listPlannedParts } from "./list-plan.ts";

const defaultFewRecords = 10_000;

export interface ExecutionPage {
  rows: ExecutionSummaryRow[];
  totalCount: number;
  isEstimate: boolean;
}

/**
 * Lists a page of the history, newest first, with the number of records: exact up to 100,000, else perhaps estimated. Counted hours say
 * where matching records may be, so that a list is fast even if few of many records match. All is read from one snapshot.
 *
 * @param beside the record that the page is next to; null: the page begins with the newest record. It does not change the number
 * @param fewRecords a connection or an API key with fewer records is read as a whole, and of a larger one only the hours of the other filters
 */
export const listExecutionRows = (
  db: Kysely<Schema>,
  filter: ExecutionFilter,
  page: Page,
  beside: PageBeside | null = null,
  fewRecords = defaultFewRecords,
): Promise<ExecutionPage> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) =>
      listPage(transaction, await choosePlan(transaction, filter, fewRecords), page, beside),
    );

async function listPage(
  transaction: Transaction<Schema>,
  plan: ListPlan,
  page: Page,
  beside: PageBeside | null,
): Promise<ExecutionPage> {
  const ids = await findIds(transaction, plan, page, beside);
  const rows = await loadRows(transaction, plan.filter.companyId, ids);
  // All that there are, when the page is not full.
  const isLast = beside === null && ids.length < page.top && (ids.length > 0 || page.offset === 0);
  const count = isLast
    ? { totalCount: page.offset + ids.length, isEstimate: false }
    : await countExecutions(transaction, plan);
  return { rows, ...count };
}

function findIds(
  transaction: Transaction<Schema>,
  plan: ListPlan,
  page: Page,
  beside: PageBeside | null,
): Promise<number[]> {
  const isForward = beside?.isNewer === true;
  const { filter, searched, table, isExact } = plan;
  const condition = sql<boolean>`${combineConditions(filter, null)} and ${buildThere(beside)}`;
  const parts = listPlannedParts(transaction, plan, limitTime(filter, beside), isForward);
  return findExecutions(transaction, { condition, searched, table, isForward, isExact }, parts, page);
}

const buildThere = (beside: PageBeside | null): RawBuilder<boolean> =>
  beside === null
    ? sql<boolean>`true`
    : sql<boolean>`(created_date, history_id) ${beside.isNewer ? sql`>` : sql`<`}
        (${beside.place.createdDate}, ${beside.place.historyId})`;

const loadRows = (
  transaction: Transaction<Schema>,
  companyId: number,
  ids: readonly number[],
): Promise<ExecutionSummaryRow[]> =>
  transaction
    .selectFrom("execution")
    .select(summaryColumns)
    .select(selectNames.as("names"))
    .where("company_id", "=", companyId)
    .where("history_id", "=", sql<number>`any(${ids}::int[])`)
    .orderBy("created_date", "desc")
    .orderBy("history_id", "desc")
    .execute();
