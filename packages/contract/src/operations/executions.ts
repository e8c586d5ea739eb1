import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { execution, executionSummary } from "../resources/execution.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

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
    toolSlug: z.string().optional().meta({ description: "Only executions of this tool." }),
    connectionId: id.optional().meta({ description: "Only executions through this connection." }),
    isSuccess: z
      .boolean()
      .optional()
      .meta({ description: "Only executions that succeeded (true) or failed (false)." }),
    from: z.iso.datetime({ offset: true }).optional().meta({ description: "At this time or later." }),
    to: z.iso.datetime({ offset: true }).optional().meta({ description: "Before this time." }),
  }),
  responseHeaders: {
    "x-bowline-total-count":
      "`estimate` when totalCount is an estimate. Only a count above 100,000 can be one.",
  },
  output: listOf("Execution", executionSummary),
  errors: [],
});

export const getExecution = defineOperation({
  id: "getExecution",
  method: "GET",
  path: "/v1/executions/{historyId}",
  tag: "History",
  summary: "Get a record of the history",
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
