import type { HistorySummary } from "@bowline/sdk";
import { failureColor, groupColors, restColor, type SchemeColor, successColor } from "./chart-colors.ts";

/** One color of the bars. */
export interface ChartPart {
  key: string;
  label: string;
  color: SchemeColor;
  total: number;
}

export interface ChartBucket {
  /** When the bucket begins and ends, in milliseconds since 1970. */
  start: number;
  end: number;
  count: number;
  failures: number;
  p95: number | null;
  /** A number for each part's key. */
  counts: Record<string, number>;
}

export interface ChartData {
  parts: ChartPart[];
  buckets: ChartBucket[];
}

const secondMs = 1000;
const units = { m: 60, h: 3600, d: 86_400 } as const;

/** The length of an interval such as `15m`, in milliseconds. */
export function readInterval(interval: HistorySummary["interval"]): number {
  const unit = interval.at(-1) as keyof typeof units;
  return Number.parseInt(interval, 10) * units[unit] * secondMs;
}

/**
 * Splits each bucket into parts. By kind and without groups these are the successful and the failed calls, otherwise the groups.
 *
 * @param describe the name of a group
 */
export function readSummary(
  summary: HistorySummary,
  groupBy: string | null,
  describe: (group: HistorySummary["groups"][number]) => string,
): ChartData {
  const showsOutcome = groupBy === null || groupBy === "kind";
  const isFailed = (key: string | null) => !showsOutcome || key !== null;
  const groups = summary.groups.filter(({ key, isOther }) => isOther || isFailed(key));
  const length = readInterval(summary.interval);
  const buckets = summary.buckets.map(({ start, count, failures, p95 }): ChartBucket => {
    const begin = Date.parse(start);
    const counts: Record<string, number> = showsOutcome ? { ok: count - failures } : {};
    if (groupBy === null) {
      counts.failed = failures;
    }
    return { start: begin, end: begin + length, count, failures, p95, counts };
  });
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const parts: ChartPart[] = showsOutcome
    ? [
        {
          key: "ok",
          label: "Succeeded",
          color: successColor,
          total: summary.count - summary.failures,
        },
      ]
    : [];
  if (groupBy === null) {
    parts.push({ key: "failed", label: "Failed", color: failureColor, total: summary.failures });
  }
  for (const [place, group] of groups.entries()) {
    const key = `group${place}`;
    parts.push({
      key,
      label: describe(group),
      color: group.isOther ? restColor : (groupColors[place % groupColors.length] ?? restColor),
      total: group.count,
    });
    for (const { start, count } of group.buckets) {
      const bucket = byStart.get(Date.parse(start));
      if (bucket !== undefined) {
        bucket.counts[key] = count;
      }
    }
  }
  return { parts, buckets };
}
