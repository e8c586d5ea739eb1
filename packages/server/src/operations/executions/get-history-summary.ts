import { summaryIntervals } from "@bowline/contract";
import { invalidField } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { type SummaryRow, summarizeExecutions, TooManyRecordsError } from "../../db/history-summary.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderDate } from "../page.ts";
import { bucketOrigin, chooseBuckets } from "./choose-buckets.ts";
import { readHistoryFilter } from "./read-history-filter.ts";

type Output = OutputOf<"getHistorySummary">;
type Measures = Pick<SummaryRow, "count" | "failures" | "p50" | "p95">;

export async function getHistorySummary(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"getHistorySummary">,
): Promise<Output> {
  const { from, to, interval, starts } = chooseBuckets(query, deps.clock());
  const filter = { ...readHistoryFilter(caller, query), from: new Date(from), to: new Date(to) };
  const rows = await deps.db.read((db) =>
    summarizeExecutions(db, filter, {
      intervalSeconds: summaryIntervals[interval],
      origin: new Date(bucketOrigin),
      groupBy: query.groupBy ?? null,
    }).catch(refuseTooMany),
  );
  const ofAll = rows.filter(({ place }) => place === null);
  const byStart = new Map(ofAll.map((row) => [row.start?.getTime(), row]));
  return {
    from: renderDate(new Date(from)),
    to: renderDate(new Date(to)),
    interval,
    ...renderMeasures(byStart.get(undefined)),
    buckets: starts.map((start) => ({
      start: renderDate(new Date(start)),
      ...renderMeasures(byStart.get(start)),
    })),
    groups: query.groupBy === undefined ? [] : renderGroups(rows),
  };
}

function refuseTooMany(error: unknown): never {
  if (error instanceof TooManyRecordsError) {
    throw invalidField(
      "from",
      `${error.message} Filtered by connection or by a search, or with buckets of less than an hour, so many cannot be counted. Choose a shorter time.`,
    );
  }
  throw error;
}

/** The largest group first, and the others together last. */
function renderGroups(rows: SummaryRow[]): Output["groups"] {
  const whole = rows.filter(({ start, place }) => start === null && place !== null);
  return whole.toSorted(comparePlaces).map((group) => ({
    key: group.key,
    isOther: group.place === 0,
    ...renderMeasures(group),
    buckets: rows.flatMap((one) =>
      one.place === group.place && one.start !== null
        ? [{ start: renderDate(one.start), ...renderMeasures(one) }]
        : [],
    ),
  }));
}

const comparePlaces = (left: SummaryRow, right: SummaryRow): number =>
  (left.place || Number.POSITIVE_INFINITY) - (right.place || Number.POSITIVE_INFINITY);

const renderMeasures = (row: Measures | undefined): Measures => ({
  count: row?.count ?? 0,
  failures: row?.failures ?? 0,
  p50: roundTime(row?.p50 ?? null),
  p95: roundTime(row?.p95 ?? null),
});

const roundTime = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 100) / 100);
