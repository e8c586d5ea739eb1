import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import { type CountedTime, hourMs, type TimeRange } from "./history-hours.ts";

/** A part of the history's time in which records may be. */
export interface HistoryPart extends TimeRange {
  /** How many records meet the condition; null: not counted. */
  count: number | null;
  /** The tools of these records; null: many, or not known. */
  toolSlugs: string[] | null;
}

/** What is looked for in counted hours. */
export interface HourSearch {
  companyId: number;
  /** On `history_hour`. */
  condition: RawBuilder<boolean>;
  /** Records to find besides those that meet the condition. */
  found: readonly { toolSlug: string; createdDate: Date }[];
}

/** For up to this many tools in an hour, records are read tool by tool. */
const maxListedTools = 8;
/** Hours are looked at in steps, so that what is found everywhere is found at once. */
const firstStepHours = 8;
const stepGrowth = 4;
/** The last step is all the rest. */
const maxSteps = 6;

/**
 * Lists the parts of a time in which records may be, in the order of time or against it: counted hours that have some, and what is not
 * counted.
 */
export async function* listParts(
  transaction: Transaction<Schema>,
  search: HourSearch,
  { hours, changed, records }: CountedTime,
  isForward: boolean,
): AsyncGenerator<HistoryPart> {
  const uncounted = records.map((range) => ({ ...range, count: null, toolSlugs: null }));
  const sort = (parts: HistoryPart[]) =>
    parts.sort((left, right) => (left.from.getTime() - right.from.getTime()) * (isForward ? 1 : -1));
  const earlier = uncounted.filter(({ from }) => from < hours.from);
  const later = uncounted.filter(({ from }) => from >= hours.to);
  yield* sort(isForward ? earlier : later);
  for (const step of divide(hours, isForward)) {
    const counted = await loadHours(transaction, search, step, changed);
    yield* sort([...counted, ...uncounted.filter(({ from }) => from >= step.from && from < step.to)]);
  }
  yield* sort(isForward ? later : earlier);
}

/** Divides a time into steps that become longer. */
function* divide({ from, to }: TimeRange, isForward: boolean): Generator<TimeRange> {
  let done = 0;
  for (let step = 0; done < to.getTime() - from.getTime(); step++) {
    const rest = to.getTime() - from.getTime() - done;
    const length =
      step === maxSteps - 1 ? rest : Math.min(rest, firstStepHours * stepGrowth ** step * hourMs);
    const start = isForward ? from.getTime() + done : to.getTime() - done - length;
    yield { from: new Date(start), to: new Date(start + length) };
    done += length;
  }
}

async function loadHours(
  transaction: Transaction<Schema>,
  { companyId, condition, found }: HourSearch,
  { from, to }: TimeRange,
  changed: readonly Date[],
): Promise<HistoryPart[]> {
  const { rows } = await sql<{ hour: Date; count: number; toolSlugs: string[] | null }>`
    select hour, sum(count)::int as count, case when count(*) <= ${maxListedTools} then array_agg(tool_slug) end as "toolSlugs"
    from history_hour
    where company_id = ${companyId} and hour >= ${from} and hour < ${to} and hour <> all(${changed}::timestamptz[]) and ${condition}
    group by hour`.execute(transaction);
  const parts = new Map(rows.map((row) => [row.hour.getTime(), row]));
  const left = new Set(changed.map((hour) => hour.getTime()));
  for (const { toolSlug, createdDate } of found) {
    const hour = Math.floor(createdDate.getTime() / hourMs) * hourMs;
    if (hour >= from.getTime() && hour < to.getTime() && !left.has(hour)) {
      const { count, toolSlugs } = parts.get(hour) ?? { count: 0, toolSlugs: [] };
      parts.set(hour, {
        hour: new Date(hour),
        count: count + 1,
        toolSlugs: toolSlugs && [...toolSlugs, toolSlug],
      });
    }
  }
  return [...parts.values()].map(({ hour, count, toolSlugs }) => ({
    from: hour,
    to: new Date(hour.getTime() + hourMs),
    count,
    toolSlugs: toolSlugs && [...new Set(toolSlugs)],
  }));
}
