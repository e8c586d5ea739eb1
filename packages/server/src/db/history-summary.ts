import type { SummaryGroupBy } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { buildExecutionCondition, type ExecutionFilter, estimateExecutions } from "./execution-filter.ts";
import type { Schema } from "./schema.ts";

/** What was counted of a bucket, of a group, of a group's bucket, or of everything. */
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

const maxGroups = 12;
/** Times are counted in steps of 4 percent, since sorting those of millions of records takes too long. */
const step = 1.04;
/** Of more than twice as many records, the times are those of a sample. */
const sampleRecords = 100_000;

const groupColumns = {
  application: "application_slug",
  tool: "tool_slug",
  connection: "connection_id",
  source: "source",
  kind: "failure_kind",
  member: "account_user_id",
} as const satisfies Record<SummaryGroupBy, keyof Schema["execution"]>;

/** Counts the records of a filter by time and group. An index is enough for it. */
export async function summarizeExecutions(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
  { intervalSeconds, origin, groupBy }: SummaryOptions,
): Promise<SummaryRow[]> {
  const condition = await buildExecutionCondition(db, filter);
  const sample = buildSample(await estimateExecutions(db, condition));
  const column = groupBy === null ? sql`null` : sql.ref(groupColumns[groupBy]);
  const start = sql`date_bin(make_interval(secs => ${intervalSeconds}), created_date, ${origin})`;
  const { rows } = await sql<SummaryRow>`with counted as materialized (
      select ${start} as start, ${column} as key, count(*) as count, count(*) filter (where not is_success) as failures
      from execution where ${condition} group by 1, 2
    ), largest as materialized (
      select coalesce(key::text, '') as text, key::text as key, row_number() over (order by sum(count) desc, key) as place
      from counted group by key order by place limit ${maxGroups}
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

/** Builds the condition that holds for every second, fourth, eighth … record by chance. */
function buildSample(estimate: number): RawBuilder<boolean> {
  const halvings = Math.floor(Math.log2(Math.max(estimate / sampleRecords, 1)));
  return halvings === 0
    ? sql<boolean>`true`
    : sql<boolean>`hashint4(history_id) & ${2 ** halvings - 1}::int = 0`;
}
