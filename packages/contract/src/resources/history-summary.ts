import { z } from "zod";
import { historyLimits } from "./history-limits.ts";
import { dateTime, presentName } from "./primitives.ts";

const { summaryGroups, timedExecutions } = historyLimits;

/** The lengths of a summary's buckets, in seconds. */
export const summaryIntervals = {
  "1m": 60,
  "5m": 300,
  "15m": 900,
  "30m": 1800,
  "1h": 3600,
  "3h": 10_800,
  "6h": 21_600,
  "12h": 43_200,
  "1d": 86_400,
  "7d": 604_800,
  "30d": 2_592_000,
} as const;

export type SummaryInterval = keyof typeof summaryIntervals;

export const summaryInterval = z.enum(
  Object.keys(summaryIntervals) as [SummaryInterval, ...SummaryInterval[]],
);

/** What a summary counts by itself. */
export const summaryGroupBy = z
  .enum(["application", "tool", "connection", "source", "kind", "member", "apiKey"])
  .meta({ id: "SummaryGroupBy" });
export type SummaryGroupBy = z.infer<typeof summaryGroupBy>;

/** Numbers of executions and how long they took. */
const measures = {
  count: z.int(),
  failures: z.int(),
  p50: z
    .number()
    .nullable()
    .meta({
      description: `Milliseconds that half of the executions took at most, within 2 percent. Null: none has a time. Of more than ${timedExecutions.toLocaleString("en")} executions it is that of a sample.`,
    }),
  p95: z.number().nullable().meta({ description: "As p50, for 95 of 100 executions." }),
};

const bucket = z.object({ start: dateTime, ...measures });

/** Counts of the history over time (decisions D72). */
export const historySummary = z
  .object({
    from: dateTime,
    to: dateTime,
    interval: summaryInterval,
    ...measures,
    buckets: z.array(bucket).meta({
      description:
        "Every bucket of the time, oldest first. The first and the last count only what is in the time.",
    }),
    groups: z
      .array(
        z.object({
          key: z.string().nullable().meta({
            description:
              "The slug, the id, the source or the kind. Null: executions without one, such as successful ones without a kind of failure, or calls without an API key.",
          }),
          name: presentName.meta({
            description:
              "The present name of the member, the connection or the API key. Null: it was deleted, or the key is not an id.",
          }),
          isOther: z.boolean().meta({ description: "True for all groups together that are not listed." }),
          ...measures,
          buckets: z.array(bucket).meta({ description: "Only buckets with executions." }),
        }),
      )
      .meta({
        description: `The largest groups, at most ${summaryGroups}, then the rest. Empty without \`groupBy\`.`,
      }),
  })
  .meta({ id: "HistorySummary" });

export type HistorySummary = z.infer<typeof historySummary>;
