import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import {
  buildFieldCondition,
  type ExecutionFilter,
  findSearched,
  type SearchedExecutions,
} from "./execution-filter.ts";
import type { PageBeside } from "./executions.ts";
import { type CountedTime, findCountedTime, type TimeRange } from "./history-hours.ts";
import { type HistoryPart, listParts } from "./history-parts.ts";

const earliest = new Date("0001-01-01T00:00:00Z");
const latest = new Date("9999-12-31T00:00:00Z");

/** How the records of a filter are read. */
export interface ListPlan {
  filter: ExecutionFilter;
  searched: SearchedExecutions | null;
  /** The records to look at, named `execution`. */
  table: RawBuilder<unknown>;
  /** The condition on counted hours; null: these are of no use. */
  hours: RawBuilder<boolean> | null;
  /** Whether the hours' counts are those of the filter, and not of more. */
  isExact: boolean;
  /** Finds which hours of a time are counted, as `findCountedTime` does. The same time is read once. */
  findCounted(time: TimeRange): Promise<CountedTime | null>;
}

/**
 * Chooses how to read the records of a filter. A search is looked up.
 *
 * @param fewRecords a connection or an API key with fewer records is read as a whole
 */
export async function choosePlan(
  transaction: Transaction<Schema>,
  filter: ExecutionFilter,
  fewRecords: number,
): Promise<ListPlan> {
  const searched = filter.search === null ? null : await findSearched(transaction, filter, filter.search);
  const plan = {
    filter,
    searched,
    table: sql`execution`,
    hours: null,
    isExact: false,
    findCounted: prepareCountedTime(transaction, filter.companyId),
  };
  if (hasOwnIndex(filter)) {
    return plan;
  }
  const uncounted = listUncounted(filter);
  for (const condition of uncounted) {
    if (await isSmall(transaction, condition, fewRecords)) {
      return { ...plan, table: sql`(select * from execution where ${condition} offset 0) as execution` };
    }
  }
  const fields = buildFieldCondition({ ...filter, connectionId: null, apiKeyId: null });
  const hours =
    searched === null ? fields : sql<boolean>`${fields} and tool_slug = any(${searched.toolSlugs})`;
  return { ...plan, hours, isExact: uncounted.length === 0 };
}

/** Lists the conditions that counted hours know nothing of. Each has an index. */
function listUncounted({ companyId, connectionId, apiKeyId }: ExecutionFilter): RawBuilder<boolean>[] {
  const columns = [
    ["connection_id", connectionId],
    ["api_key_id", apiKeyId],
  ] as const;
  return columns.flatMap(([column, value]) =>
    value === null ? [] : [sql<boolean>`company_id = ${companyId} and ${sql.ref(column)} = ${value}`],
  );
}

/** A page and its count are often of the same time. All is of one snapshot, so it does not change meanwhile. */
function prepareCountedTime(transaction: Transaction<Schema>, companyId: number): ListPlan["findCounted"] {
  const found = new Map<string, Promise<CountedTime | null>>();
  return (time) => {
    const key = `${time.from.getTime()} ${time.to.getTime()}`;
    const counted = found.get(key) ?? findCountedTime(transaction, companyId, time);
    found.set(key, counted);
    return counted;
  };
}

/** Whether an index has the filter's records in their order. */
function hasOwnIndex({ toolSlug, connectionId, apiKeyId, isSuccess, ...filter }: ExecutionFilter): boolean {
  const { accountUserId, applicationSlug, toolsetId, source, kind, search } = filter;
  const others = [accountUserId, applicationSlug, toolsetId, source, kind, search];
  const indexed = [toolSlug, connectionId, apiKeyId, isSuccess].filter((value) => value !== null);
  return isSuccess !== true && indexed.length <= 1 && others.every((value) => value === null);
}

async function isSmall(
  transaction: Transaction<Schema>,
  condition: RawBuilder<boolean>,
  fewRecords: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from execution where ${condition} limit ${fewRecords}
  ) as counted`.execute(transaction);
  return (rows[0]?.count ?? 0) < fewRecords;
}

/** Lists the parts of a time in which a filter's records may be. Without counted hours it is one part. */
export async function* listPlannedParts(
  transaction: Transaction<Schema>,
  { filter: { companyId }, searched, hours, findCounted }: ListPlan,
  time: TimeRange,
  isForward: boolean,
): AsyncGenerator<HistoryPart> {
  const counted = hours === null ? null : await findCounted(time);
  if (hours === null || counted === null) {
    yield { ...time, count: null, toolSlugs: null };
  } else {
    const search = { companyId, condition: hours, found: searched?.found ?? [] };
    yield* listParts(transaction, search, counted, isForward);
  }
}

/** The time of a filter, and of a page of it. */
export function limitTime({ from, to }: ExecutionFilter, beside: PageBeside | null): TimeRange {
  const at = beside?.place.createdDate.getTime() ?? 0;
  const range = { from: from ?? earliest, to: to ?? latest };
  if (beside?.isNewer === true) {
    return { ...range, from: new Date(Math.max(range.from.getTime(), at)) };
  }
  return beside === null ? range : { ...range, to: new Date(Math.min(range.to.getTime(), at + 1)) };
}
