import { historyLimits, type SummaryInterval, summaryIntervals } from "@bowline/contract";
import { invalidField } from "../../api-error.ts";

/** The time of a summary and how it is divided. Times are milliseconds since 1970. */
export interface Buckets {
  from: number;
  to: number;
  interval: SummaryInterval;
  /** When each bucket begins. */
  starts: number[];
}

const maxBuckets = historyLimits.summaryBuckets;
const dayMs = 86_400_000;
const latest = Date.UTC(9999, 11, 31);
/** A Monday. Buckets begin at multiples of the interval from here. */
export const bucketOrigin = Date.UTC(2001, 0, 1);

/**
 * Divides a time into buckets.
 *
 * @throws ApiError `VALIDATION_ERROR` when the time is empty, is before 1970, or would need more than 120 buckets
 */
export function chooseBuckets(
  query: { from?: string | undefined; to?: string | undefined; interval?: SummaryInterval | undefined },
  now: number,
): Buckets {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from = query.from === undefined ? to - dayMs : Date.parse(query.from);
  if (from >= to) {
    throw invalidField("from", "Must be before `to`.");
  }
  // Dates before the year 0 and after 9999 have another form.
  if (from < 0 || to > latest) {
    const field = to > latest || query.from === undefined ? "to" : "from";
    throw invalidField(field, "The summary is about times from 1970 to 9999.");
  }
  const interval = query.interval ?? findShortest(from, to);
  if (interval === null) {
    throw invalidField("from", `Must be at most ${maxBuckets * 30} days before \`to\`.`);
  }
  const count = countBuckets(from, to, interval);
  if (count > maxBuckets) {
    const shortest = findShortest(from, to);
    throw invalidField(
      "interval",
      `Would give ${count} buckets, and ${maxBuckets} is the limit. ${shortest === null ? "Choose a shorter time." : `Choose ${shortest} or longer.`}`,
    );
  }
  const intervalMs = summaryIntervals[interval] * 1000;
  const first = findStart(from, intervalMs);
  return {
    from,
    to,
    interval,
    starts: Array.from({ length: count }, (_, index) => first + index * intervalMs),
  };
}

const intervals = Object.keys(summaryIntervals) as SummaryInterval[];

const findShortest = (from: number, to: number): SummaryInterval | null =>
  intervals.find((interval) => countBuckets(from, to, interval) <= maxBuckets) ?? null;

function countBuckets(from: number, to: number, interval: SummaryInterval): number {
  const intervalMs = summaryIntervals[interval] * 1000;
  return (findStart(to - 1, intervalMs) - findStart(from, intervalMs)) / intervalMs + 1;
}

const findStart = (time: number, intervalMs: number): number =>
  bucketOrigin + Math.floor((time - bucketOrigin) / intervalMs) * intervalMs;
