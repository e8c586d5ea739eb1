import { z } from "zod";
import { extension } from "./extension.ts";
import { filterOperator } from "./filter-operator.ts";
import { anyMembers, applicationSlug, dateTime, id, presentName, toolSlug } from "./primitives.ts";

/** A dotted path into a result. Its limits keep one call from blocking the process (decisions D75). */
const fieldName = z
  .string()
  .min(1)
  .max(256)
  .refine((path) => path.split(".", 34).length <= 32, "Must have at most 32 steps.")
  .meta({ description: "A dotted path into a result, with at most 32 steps." });

const longestShown = 200;

/** For a number, a boolean or a list, the issue shows the text to send instead (decisions D47). */
export function showText({ input }: { input?: unknown }): string | undefined {
  const isShown = Array.isArray(input) || typeof input === "number" || typeof input === "boolean";
  const text = isShown ? JSON.stringify(JSON.stringify(input)) : "";
  return isShown && text.length <= longestShown ? `Must be a text. Send ${text}.` : undefined;
}

/** A filter over the tool's results (contract, ActivityCondition). */
export const activityCondition = z
  .strictObject({
    fieldName,
    operator: filterOperator,
    value: z
      .string({ error: showText })
      .meta({ description: "A list for in or notIn has at most 10,000 entries." }),
  })
  .meta({ id: "ActivityCondition" });

/** `activitySort` without its id: inside a tool's input schema, the reference that an id becomes would lead nowhere. */
export const sortClause = z.strictObject({
  fieldName,
  orderDirection: z
    .union([z.literal(1), z.literal(-1)], { error: "Must be 1 (ascending) or -1 (descending)." })
    .meta({ description: "1: ascending; -1: descending." }),
});

/** A sort clause (contract, ActivitySort). */
const activitySort = sortClause.meta({ id: "ActivitySort" });

export type ActivityCondition = z.infer<typeof activityCondition>;
export type ActivitySort = z.infer<typeof activitySort>;

/** A per-call override of a connection's field (contract, CustomConnectionDataItem). */
const customConnectionDataItem = z
  .strictObject({
    fieldName: z.string().min(1).meta({ description: "The connection's field." }),
    value: z.string().meta({ description: "The value for this call." }),
  })
  .meta({ id: "CustomConnectionDataItem" });

/** Input of an execution; every member is optional and nullable (contract, ToolExecuteRequest). */
export const toolExecuteRequest = z
  .strictObject({
    fields: anyMembers
      .nullish()
      .meta({ description: "The tool's input by name, as its input schema describes it." }),
    contextValue: z
      .string()
      .nullish()
      .meta({ description: "The connection's object to work on, for a tool with a `contextType`." }),
    filters: z
      .array(activityCondition)
      .max(50)
      .nullish()
      .meta({ description: "Only results that meet all conditions are returned." }),
    sort: z.array(activitySort).max(10).nullish().meta({
      description: "The first clause in which two results differ decides their order. Nulls are last.",
    }),
    offset: z.int32().min(0).nullish().meta({ description: "How many results to skip. Default: 0." }),
    top: z.int32().min(0).nullish().meta({ description: "The most results to return. Default: all." }),
    subItems: anyMembers
      .nullish()
      .meta({ description: "More of the tool's input. No name may also be in `fields`." }),
    customConnectionData: z
      .array(customConnectionDataItem)
      .max(100)
      .nullish()
      .meta({ description: "Values that replace overridable fields of the connection for this call." }),
  })
  .meta({ id: "ToolExecuteRequest", examples: [{ fields: { status: "available" }, top: 5 }] });

export type ToolExecuteRequest = z.infer<typeof toolExecuteRequest>;

/** Execution metadata (contract, ExecutionInfo). */
export const executionInfo = z
  .object({
    statusCode: z.int32().nullish().meta({ description: "HTTP status of the downstream call." }),
    headers: z.record(z.string(), z.string()).nullish().meta({ description: "Downstream response headers." }),
    executionTime: z
      .number()
      .nullish()
      .meta({ description: "How long the application took, in milliseconds.", format: "double" }),
    dataSize: z.int().nullish().meta({ description: "Response payload size in bytes.", format: "int64" }),
  })
  .meta({ id: "ExecutionInfo" });

export type ExecutionInfo = z.infer<typeof executionInfo>;

/** Outcome of an execution (contract, ToolExecuteResponse). */
export const toolExecuteResponse = z
  .object({
    isSuccess: z.boolean(),
    errorMessage: z.string().nullable().meta({ description: "Why the tool failed. Null: it succeeded." }),
    executionInfo: executionInfo.nullable(),
    output: z.unknown().meta({ description: "The tool's result, as described by its output schema." }),
    historyId: z.int32().nullable().meta({ description: "The record in the history. Null: there is none." }),
  })
  .meta({ id: "ToolExecuteResponse" });

/** Kinds of a runtime failure (decisions D33). A call that waits for an approval has no record, and none of these. */
const failureKinds = [
  "downstreamRefused",
  "downstreamUnavailable",
  "timeout",
  "authorizationExpired",
  "missingScope",
  "rateLimited",
  "outputTooLarge",
  "invalidOutput",
  "toolError",
  "originChanged",
] as const;

export type FailureKind = (typeof failureKinds)[number];

export const failureKind = z.enum(failureKinds);

/** How a call came in: at the API, over MCP, or from the console. */
export const executionSource = z.enum(["api", "mcp", "console"]);

/** How the connection was found (decisions D30). */
export const resolvedBy = z.enum(["explicit", "toolset", "default", "none"]);
export type ResolvedBy = z.infer<typeof resolvedBy>;

/** Which connection an execution would use (decisions D72). */
export const toolResolution = z
  .object({
    toolSlug,
    connectionId: id.nullable().meta({ description: "Null: the tool needs no connection." }),
    resolvedBy,
    toolsetId: z
      .string()
      .nullable()
      .meta({ description: "The toolset whose settings hold for the call: the named one, or the key's." }),
    needsApproval: z
      .boolean()
      .meta({ description: "True when the toolset wants a person to approve the call first." }),
  })
  .meta({ id: "ToolResolution" });

/** The present names of what a record has ids of. */
const executionNames = z
  .object({ member: presentName, connection: presentName, toolset: presentName, apiKey: presentName })
  .meta({ id: "ExecutionNames" });

/** A record of the history without input and output (decisions D34). */
export const executionSummary = z
  .object({
    historyId: id,
    accountUserId: id,
    apiKeyId: id.nullable().meta({ description: "Null: the call came without an API key." }),
    toolSlug,
    applicationSlug,
    connectionId: id.nullable().meta({ description: "Null: the tool needed no connection." }),
    resolvedBy,
    toolsetId: z.string().nullable().meta({ description: "The toolset that the call went through." }),
    source: executionSource,
    isSuccess: z.boolean(),
    failureKind: failureKind.nullable(),
    errorMessage: z.string().nullable(),
    statusCode: z.int().nullable().meta({ description: "HTTP status of the downstream call." }),
    executionTime: z
      .number()
      .nullable()
      .meta({ description: "How long the application took, in milliseconds." }),
    dataSize: z.int().nullable().meta({ description: "Response payload size in bytes." }),
    requestId: z.string(),
    createdDate: dateTime,
    names: executionNames.meta({ description: "What the ids of the record stand for.", ...extension }),
  })
  .meta({ id: "ExecutionSummary" });

const wholeMs = z.int32().meta({ description: "Whole milliseconds." });

/** How long the phases of an execution took, in whole milliseconds. */
const executionTimings = z
  .object({
    checks: wholeMs.meta({ description: "Every check before the call, and finding the connection." }),
    token: wholeMs.meta({ description: "Waiting for a token that is good: a renewal, or another server's." }),
    downstream: wholeMs.meta({
      description:
        "The application, with calls that were repeated and further pages, until its response was read.",
    }),
    results: wholeMs.meta({ description: "Filtering and sorting the results, and masking the record." }),
  })
  .meta({ id: "ExecutionTimings" });

export const execution = executionSummary
  .extend({
    input: z
      .unknown()
      .meta({ description: "The request with secrets masked. Null when only metadata is kept." }),
    output: z
      .unknown()
      .meta({ description: "Null when the output exceeded the size limit, or only metadata is kept." }),
    isOutputCut: z
      .boolean()
      .meta({ description: "True when the output was too large to keep.", ...extension }),
    timings: executionTimings.nullable().meta({
      description: "How long its phases took. Null for records written before this was kept.",
      ...extension,
    }),
    responseHeaders: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description:
          "Headers of the application's response, secrets masked: its type, length, date and age, ids of the request, and how much of a budget is left. Others, and values over 200 characters, are not kept. Null when there is none, or only metadata is kept.",
        ...extension,
      }),
  })
  .meta({ id: "Execution" });

export type ExecutionSummary = z.infer<typeof executionSummary>;
export type Execution = z.infer<typeof execution>;
