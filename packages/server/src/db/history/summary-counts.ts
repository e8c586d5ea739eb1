import { type RawBuilder, sql } from "kysely";
import { buildFieldCondition, type ExecutionFilter } from "./execution-filter.ts";
import type { CountedTime, TimeRange } from "./history-hours.ts";
import {
  buildPlace,
  type Key,
  otherUncounted,
  type Place,
  type SummaryOptions,
  type UncountedGroup,
  uncountedColumns,
} from "./summary-groups.ts";

/** The records of a filter in a range of time. */
export type SummaryFilter = ExecutionFilter & TimeRange;

/** Which records are counted, and which of them by their hours. */
export interface Scope {
  filter: SummaryFilter;
  condition: RawBuilder<boolean>;
  time: CountedTime | null;
}

/** Builds the query of numbers by bucket and group, which may return several rows for one of them. */
export function buildCounts(
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
export function buildUncountedCounts(
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
