import { historyLimits, type SummaryGroupBy } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import {
  buildExecutionCondition,
  buildFieldCondition,
  type ExecutionFilter,
  estimateExecutions,
} from "./execution-filter.ts";
import { type CountedTime, findCountedTime, type TimeRange } from "./history-hours.ts";

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

export interface SummaryOptions {
  intervalSeconds: number;
  /** A time at which a bucket begins. */
  origin: Date;
  /** Null: one group. */
  groupBy: SummaryGroupBy | null;
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
/** The groups that counted hours know nothing of, since there may be as many as records. */
const uncountedColumns = {
  connection: "connection_id",
  apiKey: "api_key_id",
} as const satisfies Partial<Record<SummaryGroupBy, keyof Schema["execution"]>>;
type UncountedGroup = keyof typeof uncountedColumns;
/** The key of connections and of API keys that are not among the largest. */
const otherUncounted = "other";
/** The keys of tools and of members that are not among the largest. No tool or member has them. */
const otherTools = " ";
const otherMembers = 0;

const groupColumns = {
  application: "application_slug",
  tool: "tool_slug",
  source: "source",
  kind: "failure_kind",
  member: "account_user_id",
} as const satisfies Record<Exclude<SummaryGroupBy, UncountedGroup>, keyof Schema["execution"]>;

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

/** The records of a filter in a range of time. */
export type SummaryFilter = ExecutionFilter & TimeRange;

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
  const largest = await findLargest(db, scope, options, estimate > scannedRecords ? sample : sql`true`);
  const { start, column } = buildPlace(options, sql`created_date`, largest);
  const other = otherKey(options.groupBy);
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

/** Which records are counted, and which of them by their hours. */
interface Scope {
  filter: SummaryFilter;
  condition: RawBuilder<boolean>;
  time: CountedTime | null;
}

/** Builds the query of numbers by bucket and group, which may return several rows for one of them. */
function buildCounts(
  { filter, condition, time }: Scope,
  buildPlaceAt: (date: RawBuilder<unknown>) => Place,
): RawBuilder<unknown> {
  const ofRecords = buildPlaceAt(sql`created_date`);
  const countRecords = (which: RawBuilder<boolean>) => sql`
    select ${ofRecords.start} as start, ${ofRecords.column} as key, count(*) as count, count(*) filter (where not is_success) as failures
    from execution where ${which} group by 1, 2`;
  if (time === null) {
    return countRecords(condition);
  }
  const fields = buildFieldCondition(filter);
  const ofHours = buildPlaceAt(sql`hour`);
  const countHours = sql`
    select ${ofHours.start} as start, ${ofHours.column} as key, sum(count) as count, sum(count) filter (where not is_success) as failures
    from history_hour where ${fields} and hour >= ${time.hours.from} and hour < ${time.hours.to}
      and hour <> all(${time.changed}::timestamptz[]) group by 1, 2`;
  const parts = time.records.map(({ from, to }) =>
    countRecords(sql`${fields} and created_date >= ${from} and created_date < ${to}`),
  );
  return sql.join([countHours, ...parts], sql` union all `);
}

/**
 * Builds the same query for groups that counted hours know nothing of. The records of the largest groups and those without one are
 * counted. What is left of all records belongs to the others.
 */
function buildUncountedCounts(
  scope: Scope,
  options: SummaryOptions,
  groupBy: UncountedGroup,
  largest: readonly Key[],
): RawBuilder<unknown> {
  const { condition } = scope;
  const id = sql.ref(uncountedColumns[groupBy]);
  const all = buildCounts(scope, (date) => buildPlace({ ...options, groupBy: null }, date, []));
  const { start } = buildPlace(options, sql`created_date`, []);
  const countListed = (which: RawBuilder<boolean>) => sql`
    select ${start} as start, ${id}::text as key, count(*) as count, count(*) filter (where not is_success) as failures
    from execution where ${condition} and ${which} group by 1, 2`;
  const listed = sql`${countListed(sql`${id} = any(${largest}::int[])`)} union all ${countListed(sql`${id} is null`)}`;
  return sql`select start, ${otherUncounted} as key, count, failures from (${all}) as total
    union all select start, part.key, part.count, part.failures from (${listed}) as listed cross join lateral (
      values (key, count, failures), (${otherUncounted}, -count, -failures)
    ) as part (key, count, failures)`;
}

/** Buckets of less than an hour, a connection, an API key and a search need the records. */
const canReadHours = (filter: SummaryFilter, { intervalSeconds }: SummaryOptions): boolean =>
  intervalSeconds % hourSeconds === 0 &&
  filter.search === null &&
  filter.connectionId === null &&
  filter.apiKeyId === null;

const isUncounted = (groupBy: SummaryOptions["groupBy"]): groupBy is UncountedGroup =>
  groupBy !== null && Object.hasOwn(uncountedColumns, groupBy);

/** SQL for the bucket and the group of a record or an hour. */
interface Place {
  start: RawBuilder<unknown>;
  column: RawBuilder<unknown>;
}

/** A group's key. */
type Key = string | number;

function buildPlace(
  { intervalSeconds, origin, groupBy }: SummaryOptions,
  time: RawBuilder<unknown>,
  largest: readonly Key[],
): Place {
  return {
    start: sql`date_bin(make_interval(secs => ${intervalSeconds}), ${time}, ${origin}::timestamptz)`,
    column: buildColumn(groupBy, largest),
  };
}

function buildColumn(groupBy: SummaryOptions["groupBy"], largest: readonly Key[]): RawBuilder<unknown> {
  switch (groupBy) {
    case null:
      return sql`null::text`;
    case "connection":
    case "apiKey": {
      const id = sql.ref(uncountedColumns[groupBy]);
      return sql`case when ${id} = any(${largest}::int[]) then ${id}::text
        when ${id} is not null then ${sql.lit(otherUncounted)} end`;
    }
    case "tool":
      return sql`case when tool_slug = any(${largest}::text[]) then tool_slug else ${sql.lit(otherTools)} end`;
    case "member":
      return sql`case when account_user_id = any(${largest}::int[]) then account_user_id else ${sql.lit(otherMembers)} end`;
    default:
      return sql.ref(groupColumns[groupBy]);
  }
}

/** The key of the groups that `findLargest` leaves out. Null: it leaves out none. */
function otherKey(groupBy: SummaryOptions["groupBy"]): Key | null {
  switch (groupBy) {
    case "connection":
    case "apiKey":
      return otherUncounted;
    case "tool":
      return otherTools;
    case "member":
      return otherMembers;
    default:
      return null;
  }
}

/**
 * Finds the groups with the most records. Tools, members, connections and API keys may be so many that counting each of them in each
 * bucket takes too long.
 *
 * @returns their keys; none when all are counted
 */
async function findLargest(
  db: Transaction<Schema>,
  scope: Scope,
  { groupBy }: SummaryOptions,
  sample: RawBuilder<boolean>,
): Promise<Key[]> {
  switch (groupBy) {
    case "connection":
    case "apiKey":
      return findLargestUncounted(db, scope.condition, groupBy, sample);
    case "tool":
    case "member": {
      const whole = { start: sql`null`, column: sql.ref(groupColumns[groupBy]) };
      const { rows } = await sql<{ key: Key }>`select key from (${buildCounts(scope, () => whole)}) as part
        group by key having sum(count) > 0 order by sum(count) desc, key limit ${historyLimits.summaryGroups}`.execute(
        db,
      );
      return rows.map(({ key }) => key);
    }
    default:
      return [];
  }
}

/** Finds the largest by their records. Of many records a sample is enough. */
async function findLargestUncounted(
  db: Transaction<Schema>,
  condition: RawBuilder<boolean>,
  groupBy: UncountedGroup,
  sample: RawBuilder<boolean>,
): Promise<number[]> {
  const id = sql.ref(uncountedColumns[groupBy]);
  const { rows } = await sql<{ id: number }>`select ${id} as id from execution
    where ${condition} and ${sample} and ${id} is not null
    group by ${id} order by count(*) desc, ${id} limit ${historyLimits.summaryGroups}`.execute(db);
  return rows.map(({ id: one }) => one);
}

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
