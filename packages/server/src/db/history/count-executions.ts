import { historyLimits } from "@bowline/contract";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import { combineConditions, estimateExecutions } from "./execution-filter.ts";
import { countInParts } from "./find-executions.ts";
import type { CountedTime, TimeRange } from "./history-hours.ts";
import type { HistoryPart } from "./history-parts.ts";
import { type ListPlan, limitTime, listPlannedParts } from "./list-plan.ts";

const { exactCount } = historyLimits;

/** Counts exactly up to `exactCount`. More is an estimate (decisions D84): what is counted by the hour, or else what the planner expects. */
export async function countExecutions(
  transaction: Transaction<Schema>,
  plan: ListPlan,
): Promise<{ totalCount: number; isEstimate: boolean }> {
  const { count, isWhole } = await countUpTo(transaction, plan, limitTime(plan.filter, null));
  if (isWhole) {
    return { totalCount: count, isEstimate: count > exactCount };
  }
  const condition = combineConditions(plan.filter, plan.searched);
  return { totalCount: Math.max(await estimateExecutions(transaction, condition), count), isEstimate: true };
}

interface Count {
  count: number;
  /** False: there are more. */
  isWhole: boolean;
}

async function countUpTo(transaction: Transaction<Schema>, plan: ListPlan, time: TimeRange): Promise<Count> {
  const { filter, searched, hours, table, isExact, findCounted } = plan;
  const condition = combineConditions(filter, null);
  const source = { condition, searched, table, isForward: false, isExact };
  const countRecords = async (parts: AsyncIterable<HistoryPart> | HistoryPart[]): Promise<Count> => {
    const count = await countInParts(transaction, source, parts, exactCount + 1);
    return { count, isWhole: count <= exactCount };
  };
  const counted = hours !== null && isExact ? await findCounted(time) : null;
  if (hours === null || counted === null) {
    return countRecords(listPlannedParts(transaction, plan, time, false));
  }
  const ofHours = await countHours(transaction, plan, hours, counted);
  if (!ofHours.isWhole) {
    return ofHours;
  }
  const rest = await countRecords(
    counted.records.map((range) => ({ ...range, count: null, toolSlugs: null })),
  );
  return { count: ofHours.count + rest.count, isWhole: rest.isWhole };
}

/** Adds up what is counted by the hour, and what a search found in these hours. */
async function countHours(
  transaction: Transaction<Schema>,
  { searched }: ListPlan,
  condition: RawBuilder<boolean>,
  { hours, changed, records }: CountedTime,
): Promise<Count> {
  const { rows } = await sql<{ count: number; rows: number }>`
    select coalesce(sum(count), 0)::float8 as count, count(*)::int as rows from (
      select count from history_hour where ${condition} and hour >= ${hours.from} and hour < ${hours.to}
        and hour <> all(${changed}::timestamptz[]) limit ${exactCount + 1}
    ) as counted`.execute(transaction);
  const isCounted = ({ createdDate }: { createdDate: Date }) =>
    !records.some(({ from, to }) => createdDate >= from && createdDate < to);
  const found = searched?.found.filter(isCounted).length ?? 0;
  const [row] = rows;
  return { count: (row?.count ?? 0) + found, isWhole: (row?.rows ?? 0) <= exactCount };
}
