import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";

/** All companies with records, by jumping through their index from one to the next. */
const companiesWithRecords = sql`with recursive company as (
    (select company_id from execution order by company_id limit 1)
    union all
    select (select company_id from execution where company_id > company.company_id order by company_id limit 1)
    from company where company_id is not null
  )`;

/**
 * Counts the records of one hour that is over, first hours of which records changed, then new ones, then older ones from the newest to
 * the oldest. Each call is one transaction, and its state is the same on every server.
 *
 * @returns false when nothing is left
 * @throws Error when another server counts at the same time; its work counts
 */
export async function countNextHour(db: Kysely<Schema>): Promise<boolean> {
  const limit = await loadLimit(db);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      // When two transactions change this row at once, the later one fails. So each sees all that was counted before.
      const { rows } = await sql<State>`update history_rollup set until = until
        returning nullif(since, '-infinity') as since, until`.execute(transaction);
      const [found] = rows;
      const state =
        found && (await beginBefore(transaction, await beginAnew(transaction, found, limit), limit));
      return (
        state !== undefined &&
        ((await recountChanged(transaction)) ||
          (await countForward(transaction, state, limit)) ||
          (await countBackward(transaction, state)))
      );
    });
}

/** How many changed hours of companies are counted in one transaction. */
const recountedHours = 50;

interface State {
  /** Null: everything before is counted. */
  since: Date | null;
  until: Date;
}

/**
 * Loads the time before which hours may be counted. A record written later than 5 minutes after the hour is noted as late. The
 * transactions of earlier ones have an id since then, and must have ended.
 */
async function loadLimit(db: Kysely<Schema>): Promise<Date> {
  const { rows } = await sql<{ limit: Date }>`select date_bin('1 hour', least(now() - interval '10 minutes', (
      select min(xact_start) - interval '5 minutes' from pg_stat_activity
      where datname = current_database() and backend_xid is not null
    )), timestamptz '2001-01-01T00:00:00Z') as limit`.execute(db);
  return rows[0]?.limit ?? new Date(0);
}

/**
 * When hours that lie ahead count as counted, the clock was set back. What was written since then is not late, and would be in no count. So
 * everything is counted again.
 */
async function beginAnew(transaction: Transaction<Schema>, state: State, limit: Date): Promise<State> {
  const { rows } = await sql<State>`update history_rollup set since = ${limit}, until = ${limit}
    where until > now() returning since, until`.execute(transaction);
  const [begun] = rows;
  if (begun === undefined) {
    return state;
  }
  await sql`delete from history_hour`.execute(transaction);
  return begun;
}

/** An upgrade begins with the hour it is done in. Records of the hour before it may still be written then, and are not noted as late. */
async function beginBefore(transaction: Transaction<Schema>, state: State, limit: Date): Promise<State> {
  const isNothingCounted = state.since?.getTime() === state.until.getTime();
  if (!isNothingCounted || state.until <= limit) {
    return state;
  }
  await sql`update history_rollup set since = ${limit}, until = ${limit}`.execute(transaction);
  return { since: limit, until: limit };
}

async function recountChanged(transaction: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ companyId: number; hour: Date }>`
    select distinct company_id as "companyId", hour from history_hour_changed, history_rollup
    where hour >= since and hour < until limit ${recountedHours}`.execute(transaction);
  if (rows.length === 0) {
    return false;
  }
  const changed = sql`unnest(${rows.map(({ companyId }) => companyId)}::int[],
    ${rows.map(({ hour }) => hour)}::timestamptz[]) as changed (company_id, hour)`;
  await sql`delete from history_hour using ${changed}
    where history_hour.company_id = changed.company_id and history_hour.hour = changed.hour`.execute(
    transaction,
  );
  await countHours(transaction, changed);
  await sql`delete from history_hour_changed using ${changed}
    where history_hour_changed.company_id = changed.company_id and history_hour_changed.hour = changed.hour`.execute(
    transaction,
  );
  return true;
}

async function countForward(
  transaction: Transaction<Schema>,
  { until }: State,
  limit: Date,
): Promise<boolean> {
  if (until >= limit) {
    return false;
  }
  const hour = await findHour(
    transaction,
    sql`created_date >= ${until} and created_date < ${limit} order by created_date`,
    sql`min`,
  );
  if (hour !== null) {
    await countHour(transaction, hour);
  }
  await sql`update history_rollup
    set until = ${hour === null ? sql`${limit}` : sql`${hour}::timestamptz + interval '1 hour'`}`.execute(
    transaction,
  );
  // Changes of these hours that were noted before are counted with them.
  await sql`delete from history_hour_changed using history_rollup
    where hour >= ${until} and hour < until`.execute(transaction);
  return true;
}

async function countBackward(transaction: Transaction<Schema>, { since }: State): Promise<boolean> {
  if (since === null) {
    return false;
  }
  const hour = await findHour(transaction, sql`created_date < ${since} order by created_date desc`, sql`max`);
  if (hour !== null) {
    await countHour(transaction, hour);
  }
  await sql`update history_rollup set since = ${hour === null ? sql`'-infinity'` : sql`${hour}`}`.execute(
    transaction,
  );
  await sql`delete from history_hour_changed using history_rollup
    where hour >= since and hour < ${since}`.execute(transaction);
  return true;
}

/** Finds the hour of the first record of all companies, in an order. */
async function findHour(
  transaction: Transaction<Schema>,
  first: RawBuilder<unknown>,
  choose: RawBuilder<unknown>,
): Promise<Date | null> {
  const { rows } = await sql<{ hour: Date | null }>`${companiesWithRecords}
    select date_bin('1 hour', ${choose}(created_date), timestamptz '2001-01-01T00:00:00Z') as hour
    from company cross join lateral (
      select created_date from execution where execution.company_id = company.company_id and ${first} limit 1
    ) as found`.execute(transaction);
  return rows[0]?.hour ?? null;
}

/** Stores what all companies have in an hour. */
const countHour = (transaction: Transaction<Schema>, hour: Date): Promise<void> =>
  countHours(
    transaction,
    sql`(${companiesWithRecords} select company_id, ${hour}::timestamptz as hour from company where company_id is not null) as changed`,
  );

/** Stores what companies have in hours: rows of a company and an hour, named `changed`. */
async function countHours(transaction: Transaction<Schema>, changed: RawBuilder<unknown>): Promise<void> {
  await sql`insert into history_hour (company_id, hour, account_user_id, tool_slug, application_slug, toolset_id, source,
      is_success, failure_kind, count)
    select changed.company_id, changed.hour, account_user_id, tool_slug, application_slug, toolset_id, source, is_success,
      failure_kind, count(*)
    from ${changed} cross join lateral (
      select account_user_id, tool_slug, application_slug, toolset_id, source, is_success, failure_kind from execution
      where execution.company_id = changed.company_id and created_date >= changed.hour
        and created_date < changed.hour + interval '1 hour'
      -- Without it, the planner may read the whole history for one hour.
      offset 0
    ) as records
    group by changed.company_id, changed.hour, account_user_id, tool_slug, application_slug, toolset_id, source, is_success,
      failure_kind`.execute(transaction);
}

/** Whether records from before an upgrade are still to be counted. */
export async function isHistoryBeingCounted(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ isBeingCounted: boolean }>`
    select since > '-infinity' as "isBeingCounted" from history_rollup`.execute(db);
  return rows[0]?.isBeingCounted === true;
}

/** A time, the end excluded. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** Which part of a time is read from counted hours, and which from records. */
export interface CountedTime {
  /** Begins and ends with an hour. */
  hours: TimeRange;
  /** Hours in it that are not read, since their records changed. */
  changed: Date[];
  /** The rest, oldest first. */
  records: TimeRange[];
}

export const hourMs = 3_600_000;
/** With more ranges of changed hours, records are read. */
const maxRanges = 50;

/**
 * Finds which hours of a time are counted. It holds for the snapshot of the transaction.
 *
 * @returns null when no hour is, or too many have changed
 */
export async function findCountedTime(
  transaction: Transaction<Schema>,
  companyId: number,
  { from, to }: TimeRange,
): Promise<CountedTime | null> {
  const first = new Date(Math.ceil(from.getTime() / hourMs) * hourMs);
  const last = new Date(Math.floor(to.getTime() / hourMs) * hourMs);
  const { rows } = await sql<TimeRange & { changed: Date[] }>`
    select greatest(since, ${first}) as from, least(until, ${last}) as to, array(
      select distinct hour from history_hour_changed
      where company_id = ${companyId} and hour >= greatest(since, ${first}) and hour < least(until, ${last}) order by hour
    ) as changed
    from history_rollup`.execute(transaction);
  const [row] = rows;
  if (row === undefined || row.from >= row.to) {
    return null;
  }
  const { changed, ...hours } = row;
  const records = joinRanges([
    { from, to: hours.from },
    ...changed.map((hour) => ({ from: hour, to: new Date(hour.getTime() + hourMs) })),
    { from: hours.to, to },
  ]);
  return records.length > maxRanges ? null : { hours, changed, records };
}

/** Leaves out empty ranges and joins those that touch. */
function joinRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of ranges.filter(({ from, to }) => from < to)) {
    const last = joined.at(-1);
    if (last?.to.getTime() === range.from.getTime()) {
      last.to = range.to;
    } else {
      joined.push({ ...range });
    }
  }
  return joined;
}
