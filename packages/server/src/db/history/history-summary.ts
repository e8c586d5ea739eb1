import { historyLimits } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import { buildExecutionCondition, estimateExecutions } from "./execution-filter.ts";
import { findLargestGroups } from "./find-largest-groups.ts";
import { findCountedTime } from "./history-hours.ts";
import { buildCounts, buildUncountedCounts, type SummaryFilter } from "./summary-counts.ts";
import { buildPlace, findOtherKey, isUncounted, type SummaryOptions } from "./summary-groups.ts";

/** The counts of a bucket, of a group, of a group in a bucket, or of all records. */
export interface SummaryRow {
  /** Null: all buckets together. */
  start: Date | null;
  /** 1 is the largest group; 0: the groups that are not among the largest; null: all groups together. */
  place: number | null;
  /** The group's; null: its records have none. */
  key: string | null;
  count: number;
  failures: number;
  /** Milliseconds, within 2 percent. */
  p50: number | null;
  p95: number | null;
}

/** Times are counted in steps of 4 percent, since sorting those of millions of records takes too long. */
const step = 1.04;
const { timedExecutions } = historyLimits;
/** With more records than this, the sample is read from its index. */
const scannedRecords = 1_000_000;
/** The index `execution_sample` holds one of this many records. */
const indexedShare = 16;
const hourSeconds = 3600;
/** Records are not counted one by one when there are more: it would take longer than a list may. */
const countedRecords = 5_000_000;

/**
 * Counts the records of a filter by time and group. Whole hours are read from their counts, and only the rest is counted from records,
 * by an index. Both are of one snapshot.
 */
export const summarizeExecutions = (
  db: Kysely<Schema>,
  filter: SummaryFilter,
  options: SummaryOptions,
): Promise<SummaryRow[]> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((transaction) => summarize(transaction, filter, options));

/** A summary that cannot be read from counted hours has too many records. */
export class TooManyRecordsError extends Error {
  override readonly name = "TooManyRecordsError";
}

/**
 * Reads all numbers in one query. `counted` has them by bucket and group, of which the `largest` keep their place; `numbers` adds them
 * up for each bucket, each group, each group in a bucket, and all. From `timed` on, records of a sample are counted by the step of
 * their time, and `times` finds the steps that half and 95 percent of them reach.
 */
async function summarize(
  db: Transaction<Schema>,
  filter: SummaryFilter,
  options: SummaryOptions,
): Promise<SummaryRow[]> {
  const condition = await buildExecutionCondition(db, filter);
  const estimate = await estimateExecutions(db, condition);
  if (estimate > countedRecords && !canReadHours(filter, options)) {
    throw new TooManyRecordsError(`There are about ${estimate} records.`);
  }
  const sample = buildSample(estimate);
  const time = canReadHours(filter, options) ? await findCountedTime(db, filter.companyId, filter) : null;
  const scope = { filter, condition, time };
  const largest = await findLargestGroups(db, scope, options, estimate > scannedRecords ? sample : sql`true`);
  const { start, column } = buildPlace(options, sql`created_date`, largest);
  const other = findOtherKey(options.groupBy);
  const counts = isUncounted(options.groupBy)
    ? buildUncountedCounts(scope, options, options.groupBy, largest)
    : buildCounts(scope, (date) => buildPlace(options, date, largest));
  const { rows } = await sql<SummaryRow>`with counted as materialized (
      select start, key, sum(count) as count, sum(failures) as failures from (${counts}) as part
      group by 1, 2 having sum(count) > 0
    ), largest as materialized (
      select coalesce(key::text, '') as text, key::text as key, row_number() over (order by sum(count) desc, key) as place
      from counted where ${other === null ? sql`true` : sql`key is distinct from ${sql.lit(other)}`}
      group by key order by place limit ${historyLimits.summaryGroups}
    ), numbers as (
      select start, coalesce(place, 0) as place, grouping(start, coalesce(place, 0)) as level,
        coalesce(sum(count), 0)::int as count, coalesce(sum(failures), 0)::int as failures
      from counted left join largest on largest.text = coalesce(counted.key::text, '')
      group by grouping sets ((start, coalesce(place, 0)), (start), (coalesce(place, 0)), ())
    ), timed as (
      select ${start} as start, coalesce(place, 0) as place,
        floor(ln(greatest(execution_time_ms, 0.001)) / ln(${step}::float8))::int as step, count(*) as count
      from execution left join largest on largest.text = coalesce(${column}::text, '')
      where ${condition} and ${sample} and execution_time_ms is not null group by 1, 2, 3
    ), summed as (
      select start, place, step, grouping(start, place) as level, sum(count) as count
      from timed group by grouping sets ((start, place, step), (start, step), (place, step), (step))
    ), running as (
      select *, sum(count) over whole as total, sum(count) over (whole order by step) as reached
      from summed window whole as (partition by level, start, place)
    ), times as (
      select level, start, place, min(step) filter (where reached >= total * 0.5) as half,
        min(step) filter (where reached >= total * 0.95) as most
      from running group by level, start, place
    )
    select numbers.start, numbers.place::int, largest.key, numbers.count, numbers.failures,
      power(${step}::float8, half + 0.5) as p50, power(${step}::float8, most + 0.5) as p95
    from numbers left join largest on largest.place = numbers.place
    left join times on times.level = numbers.level and times.start is not distinct from numbers.start
      and times.place is not distinct from numbers.place
    order by numbers.start, numbers.place`.execute(db);
  return rows;
}

/** Buckets of less than an hour, a connection, an API key and a search need the records. */
const canReadHours = (filter: SummaryFilter, { intervalSeconds }: SummaryOptions): boolean =>
  intervalSeconds % hourSeconds === 0 &&
  filter.search === null &&
  filter.connectionId === null &&
  filter.apiKeyId === null;

/** Builds the condition that holds for every second, fourth, eighth … record by chance. */
function buildSample(estimate: number): RawBuilder<boolean> {
  if (estimate <= timedExecutions) {
    return sql<boolean>`true`;
  }
  const share = 2 ** Math.ceil(Math.log2(estimate / timedExecutions));
  const hash = sql`hashint4(history_id)`;
  const chosen = sql<boolean>`${hash} & ${Math.max(share, estimate > scannedRecords ? indexedShare : 0) - 1}::int = 0`;
  // Written so that the index of the sample is used.
  return estimate > scannedRecords
    ? sql<boolean>`${hash} & ${sql.lit(indexedShare - 1)} = 0 and ${chosen}`
    : chosen;
}
