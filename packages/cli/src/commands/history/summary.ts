import type { HistorySummary } from "@bowline/sdk";
import type { summaryGroupings } from "@bowline/sdk/values";
import { countOf } from "../../output/count-of.ts";
import { roundMs } from "../../output/round-ms.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";
import { type HistoryFilters, readHistoryFilters } from "./read-filters.ts";

export interface HistorySummaryOptions extends HistoryFilters {
  by: (typeof summaryGroupings)[number];
}

type SummaryGroup = HistorySummary["groups"][number];

const columns: Columns<SummaryGroup> = {
  group: ({ key, isOther }) => key ?? (isOther ? "others" : "none"),
  name: ({ name }) => name,
  calls: ({ count }) => count,
  failed: ({ failures }) => failures,
  "half ms": ({ p50 }) => roundMs(p50),
  "95 % ms": ({ p95 }) => roundMs(p95),
};

/** Counts calls by group, the largest first. */
export async function summarizeHistory(
  { bowline, output, wait }: Session,
  { by, ...filters }: HistorySummaryOptions,
): Promise<void> {
  const summary = await wait("Counting the history", () =>
    bowline().executions.summary({ ...readHistoryFilters(filters), groupBy: by }),
  );
  if (output.isJson) {
    output.printJson(summary);
    return;
  }
  output.printRows(summary.groups, columns);
  const { count, failures, from, to } = summary;
  output.note(`${countOf(count, "call")}, ${failures} failed, from ${from} to ${to}.`);
}
