import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { toolExecuteRequest, toolExecuteResponse, toolResolution } from "../resources/execution.ts";
import { extension, extensions } from "../resources/extension.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { guid, id } from "../resources/primitives.ts";
import { tool, toolSchemas } from "../resources/tool.ts";
import { definitionFormats, toolDefinition } from "../resources/tool-definition.ts";

/** Query members that choose how much of a tool is returned, and in which form (decisions D22, D50). */
const toolView = {
  view: z.enum(["full", "input", "summary"]).optional().meta({
    description: "`summary` omits both schemas; `input` omits the output schema.",
    default: "full",
  }),
  format: z.enum(definitionFormats).optional().meta({
    description:
      "Returns the definition in the form that a model's API takes: an OpenAI function tool, an Anthropic tool, or an MCP tool.",
  }),
};

const params = z.object({ toolSlug: z.string().meta({ description: "The tool's slug." }) });

/** What an execution's connection is found by. */
const resolutionQuery = {
  toolsetId: guid
    .nullish()
    .meta({ description: "The toolset to find the connection in, before the default is used." }),
  connectionId: id.nullish().meta({ description: "The connection to use, instead of the resolved one." }),
  applicationSlug: z.string().nullish().meta({
    description:
      "With it, the path may name the tool by its operation alone, without the application's prefix.",
  }),
};

export const listTools = defineOperation({
  id: "listTools",
  method: "GET",
  path: "/v1/tools",
  tag: "Tools",
  summary: "List the tools of the catalog",
  description:
    "Sorted by slug, or by relevance with `search`. All conditions must hold. A narrowed key sees only the tools it may execute.",
  extension: false,
  auth: "member",
  narrowed: "toolset",
  scope: "tools:read",
  budget: "search",
  ownership: "none",
  query: z.object({
    ...pageQuery(),
    search: z
      .string()
      .max(500)
      .optional()
      .meta({ description: "Words to look for. A blank text does not search." }),
    ...extensions({
      applicationSlug: z.string().optional().meta({ description: "Only tools of this application." }),
      toolsetId: guid.nullish().meta({ description: "Only tools that the toolset permits." }),
      tag: z.string().optional().meta({ description: "Only tools with this tag." }),
      readOnly: z
        .boolean()
        .optional()
        .meta({ description: "Only tools that only read (true) or that may write (false)." }),
      ...toolView,
    }),
  }),
  output: listOf("Tool", z.union([tool, toolDefinition])),
  errors: ["NOT_FOUND"],
});

export const getTool = defineOperation({
  id: "getTool",
  method: "GET",
  path: "/v1/tools/{toolSlug}",
  tag: "Tools",
  summary: "Get a tool",
  description:
    "With its input and output schemas. With a credential that is narrowed to a toolset, the tool has the name, the description and the inputs that the toolset gives it.",
  extension: true,
  auth: "member",
  narrowed: "toolset",
  scope: "tools:read",
  budget: "standard",
  ownership: "none",
  params,
  query: z.object(toolView),
  output: z.union([tool, toolDefinition]),
  errors: ["NOT_FOUND", "TOOL_NOT_PERMITTED"],
});

export const getToolSchema = defineOperation({
  id: "getToolSchema",
  method: "GET",
  path: "/v1/tools/{toolSlug}/schema",
  tag: "Tools",
  summary: "Get a tool's schemas for a connection and a context value",
  description:
    "Without a context value, the schemas of the tool. With one, the object's own fields are merged in, as far as the connection's last refresh of objects read them.",
  extension: true,
  auth: "member",
  narrowed: "toolset",
  scope: "tools:read",
  budget: "standard",
  ownership: "none",
  params,
  query: z.object({
    connectionId: id.nullish().meta({ description: "A connection of the tool's application." }),
    contextValue: z.string().optional().meta({ description: "An object of the connection." }),
  }),
  output: toolSchemas,
  errors: ["NOT_FOUND", "TOOL_NOT_PERMITTED"],
});

export const getToolResolution = defineOperation({
  id: "getToolResolution",
  method: "GET",
  path: "/v1/tools/{toolSlug}/Resolution",
  tag: "Tools",
  summary: "Find which connection an execution would use",
  description:
    "Takes the same steps as an execution and sends nothing. When the execution would be refused because of its tool, toolset or connection, the response is the same error.",
  extension: true,
  auth: "member",
  narrowed: "toolset",
  scope: "tools:execute",
  budget: "standard",
  ownership: "none",
  params,
  query: z.object(resolutionQuery),
  output: toolResolution,
  errors: ["NOT_FOUND", "TOOL_NOT_PERMITTED", "NO_DEFAULT_CONNECTION", "AMBIGUOUS_CONNECTION"],
});

export const executeTool = defineOperation({
  id: "executeTool",
  method: "POST",
  path: "/v1/tools/{toolSlug}/execute",
  tag: "Tools",
  summary: "Execute a tool",
  description:
    "Uses the connection given as `connectionId`, else the toolset's connection for the tool's application, else the caller's default. Without any of them the response is 409 `NO_DEFAULT_CONNECTION`. When the tool itself fails, the response is 200 with `isSuccess` false.",
  extension: false,
  auth: "member",
  narrowed: "toolset",
  scope: "tools:execute",
  budget: "standard",
  ownership: "none",
  params,
  query: z.object({
    ...resolutionQuery,
    dryRun: z
      .boolean()
      .optional()
      .meta({
        description:
          "Returns the request that would be sent, and sends nothing. Fails as the call would when its connection has ended, its application's address has moved, or its address is one that is never called. `x-bowline-warning` says when the call needs an approval.",
        ...extension,
        default: false,
      }),
  }),
  body: toolExecuteRequest,
  headers: {
    "idempotency-key":
      "For 24 hours, a request with the same key and the same content returns the stored result and sends nothing again.",
  },
  output: toolExecuteResponse,
  responseHeaders: {
    "x-bowline-connection-id": "The connection used.",
    "x-bowline-resolved-by": "How it was found: explicit, toolset, default or none.",
    "x-bowline-failure-kind":
      "Sent when `isSuccess` is false: the kind of failure, as in the history, or `approvalRequired` when a person has to approve the call first.",
    "x-bowline-approval-id":
      "Sent when a person must approve the call first: `isSuccess` is false, `historyId` is null, and nothing was sent.",
    "x-bowline-results-cut":
      "Sent when not all results were read, or perhaps not. pages, time, bytes or rows: that limit was reached. link: the next page's address has another origin and was refused. repeated: the application came back to a page that was read before. page: the application's largest page was full, and no way to the next one is known.",
    "x-bowline-warning":
      "One sentence. Sent when a filter or sort names a field that no result has, with similar ones, and when the call of a dry run needs an approval.",
  },
  errors: [
    "NOT_FOUND",
    "TOOL_NOT_PERMITTED",
    "NO_DEFAULT_CONNECTION",
    "AMBIGUOUS_CONNECTION",
    "IDEMPOTENCY_CONFLICT",
  ],
});
