/** Limits of the history, which descriptions name and the server keeps. */
export const historyLimits = {
  /** Up to this number `totalCount` is exact (decisions D84). */
  exactCount: 100_000,
  /** A search looks at the messages of so many failed executions, the newest. */
  searchedMessages: 20_000,
  summaryBuckets: 120,
  /** Groups that a summary lists by themselves. */
  summaryGroups: 12,
  /** Percentiles of more executions are those of a sample. */
  timedExecutions: 200_000,
} as const;
