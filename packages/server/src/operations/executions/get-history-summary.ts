import { summaryIntervals } from "@bowline/contract";
import { ApiError, invalidField } from "../../api-error.ts";
import { loadGroupNames } from "../../db/history/history-group-names.ts";
import { isHistoryBeingCounted } from "../../db/history/history-hours.ts";
import {
  type SummaryRow,
  summarizeExecutions,
  TooManyRecordsError,
} from "../../db/history/history-summary.ts";
import { ReadingTimeError } from "../../db/open-database.ts";
import type { Caller } from "../../db/people/callers.ts";
import { isCanceled } from "../../db/sql-state.ts";
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
  const options = {
    intervalSeconds: summaryIntervals[interval],
    origin: new Date(bucketOrigin),
    groupBy: query.groupBy ?? null,
  };
  const { rows, names } = await deps.db
    .read(async (db) => {
      const counted = await summarizeExecutions(db, filter, options).catch(refuseTooMany);
      return { rows: counted, names: await loadGroupNames(db, options.groupBy, listKeys(counted)) };
    })
    .catch((error) => refuseWhileCounting(deps, error));
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
    groups: query.groupBy === undefined ? [] : renderGroups(rows, names),
  };
}

function refuseTooMany(error: unknown): never {
  if (error instanceof TooManyRecordsError) {
    throw invalidField(
      "from",
      `${error.message} Filtered by connection, by API key or by a search, or with buckets of less than an hour, so many cannot be counted. Choose a shorter time.`,
    );
  }
  throw error;
}

const recountSeconds = 30;

/** After an upgrade a summary over a long time reads all records, until these are counted. That may take too long. */
async function refuseWhileCounting({ db }: Deps, error: unknown): Promise<never> {
  if ((error instanceof ReadingTimeError || isCanceled(error)) && (await db.read(isHistoryBeingCounted))) {
    throw new ApiError(
      "INTERNAL_ERROR",
      `The history is still being counted after an upgrade, and to count so many records now takes too long. Try again in ${recountSeconds} seconds, or choose a shorter time.`,
      null,
      recountSeconds,
    );
  }
  throw error;
}

const listKeys = (rows: SummaryRow[]): string[] => [...new Set(rows.flatMap(({ key }) => key ?? []))];

/** The largest group first, and the others together last. */
function renderGroups(rows: SummaryRow[], names: ReadonlyMap<string, string>): Output["groups"] {
  const whole = rows.filter(({ start, place }) => start === null && place !== null);
  return whole.toSorted(comparePlaces).map((group) => ({
    key: group.key,
    name: names.get(group.key ?? "") ?? null,
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
