import type { HistorySummary } from "@bowline/sdk";
import { readInterval } from "./read-summary.ts";

type Interval = HistorySummary["interval"];

/** From the shortest to the longest, in words that stand after "in steps of". */
const words: Record<Interval, string> = {
  "1m": "a minute",
  "5m": "5 minutes",
  "15m": "15 minutes",
  "30m": "half an hour",
  "1h": "an hour",
  "3h": "3 hours",
  "6h": "6 hours",
  "12h": "12 hours",
  "1d": "a day",
  "7d": "7 days",
  "30d": "30 days",
};
const intervals = Object.keys(words) as Interval[];
const dayMs = 86_400_000;

/**
 * Chooses the shortest interval that divides a time into few bars: each costs the browser work, and a reader too.
 *
 * @param span the filters' times. Without `to` it ends now, without `from` it is a day long
 * @param mostBars may be exceeded by one, since a time need not begin with a bar
 * @returns undefined when the time is too long for each of them: the server has the last word
 */
export function chooseInterval(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  mostBars: number,
  now: number,
): Interval | undefined {
  const end = to === undefined ? now : Date.parse(to);
  const length = from === undefined ? dayMs : end - Date.parse(from);
  return intervals.find((interval) => length <= mostBars * readInterval(interval));
}

/** Says how long a bar of the chart and a row of its table are, as `in steps of half an hour`. */
export const describeInterval = (interval: Interval): string => `in steps of ${words[interval]}`;
