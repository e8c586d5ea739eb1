import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { execution, executionSource, executionSummary, failureKind } from "../resources/execution.ts";
import { historyLimits } from "../resources/history-limits.ts";
import { historySummary, summaryGroupBy, summaryInterval } from "../resources/history-summary.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { guid, id } from "../resources/primitives.ts";

const { exactCount, searchedMessages, summaryBuckets } = historyLimits;

/** Which records a list or a summary of the history is about. All conditions must hold. */
const historyFilter = {
  toolSlug: z.string().optional().meta({ description: "Only executions of this tool." }),
  applicationSlug: z
    .string()
    .optional()
    .meta({ description: "Only executions of this application's tools." }),
  connectionId: id.nullish().meta({ description: "Only executions through this connection." }),
  toolsetId: guid.nullish().meta({ description: "Only executions through this toolset." }),
  accountUserId: id
    .optional()
    .meta({ description: "Only executions of this account user. Another than the caller's is for Admins." }),
  apiKeyId: id.optional().meta({
    description: "Only executions with this API key. A key that was deleted is still found by its id.",
  }),
  source: executionSource.optional().meta({ description: "Only executions that came in this way." }),
  isSuccess: z
    .boolean()
    .optional()
    .meta({ description: "Only executions that succeeded (true) or failed (false)." }),
  kind: failureKind.optional().meta({ description: "Only executions that failed with this kind." }),
  search: z
    .string()
    .max(500)
    .optional()
    .meta({
      description: `Only executions whose history id or request id is this text, whose tool's slug contains it, or whose error message contains it, in any case of letters. Messages are looked at in the newest ${searchedMessages.toLocaleString("en")} failed executions. A blank text does not search.`,
    }),
  from: z.iso.datetime({ offset: true }).optional().meta({ description: "At this time or later." }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: "Before this time." }),
};

export const listExecutions = defineOperation({
  id: "listExecutions",
  method: "GET",
  path: "/v1/executions",
  tag: "History",
  summary: "List the history of executions",
  description: "Newest first. Members see their own executions, Admins those of the whole company.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "history:read",
  budget: "standard",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    ...historyFilter,
    before: id.optional().meta({
      description:
        "Only executions older than this record: the last one of the page before. So a page stays the same while records arrive. `totalCount` does not depend on it, and `offset` counts from there.",
    }),
    after: id.optional().meta({
      description:
        "Only executions newer than this record: the page has those next to it, and `offset` counts from there. Not together with `before`.",
    }),
  }),
  responseHeaders: {
    "x-bowline-total-count": `\`estimate\` when totalCount is an estimate. Only a count above ${exactCount.toLocaleString("en")} can be one.`,
  },
  output: listOf("Execution", executionSummary),
  errors: ["NOT_FOUND"],
});

export const getHistorySummary = defineOperation({
  id: "getHistorySummary",
  method: "GET",
  path: "/v1/executions/Summary",
  tag: "History",
  summary: "Count executions over time",
  description: `Counts the executions that \`GET /v1/executions\` lists for the same conditions, in at most ${summaryBuckets} buckets. Buckets begin at multiples of the interval in UTC, those of 7 and 30 days on a Monday.`,
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "history:read",
  budget: "standard",
  ownership: "none",
  query: z.object({
    ...historyFilter,
    from: historyFilter.from.meta({ description: "At this time or later. Default: 24 hours before `to`." }),
    to: historyFilter.to.meta({ description: "Before this time. Default: now." }),
    interval: summaryInterval.optional().meta({
      description: `The length of a bucket. Default: the shortest that gives at most ${summaryBuckets} buckets.`,
    }),
    groupBy: summaryGroupBy
      .optional()
      .meta({ description: "Also counts the largest groups, each by itself." }),
  }),
  output: historySummary,
  errors: [],
});

export const getExecution = defineOperation({
  id: "getExecution",
  method: "GET",
  path: "/v1/executions/{historyId}",
  tag: "History",
  summary: "Get a record of the history",
  description:
    "With the input and the output as they were kept, in which secrets are masked. Members get their own records, Admins those of the whole company.",
  extension: true,
  auth: "member",
  narrowed: "readOnly",
  scope: "history:read",
  budget: "standard",
  ownership: "company",
  params: z.object({ historyId: id }),
  output: execution,
  errors: ["NOT_FOUND"],
});
