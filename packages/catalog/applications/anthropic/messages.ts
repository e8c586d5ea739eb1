import { defineTool, fromInput, z } from "@bowline/catalog/application";

const version = { "anthropic-version": "2023-06-01" };
const model = z.string().min(1).describe("Id of the model, such as `claude-sonnet-4-5`, from models_list.");
const limit = z.int().min(1).max(1000).optional().describe("Results on a page. Default 20.");
const afterId = z.string().optional().describe("`last_id` of the page before.");
const block = z.looseObject({ type: z.string().describe("Such as `text`, `image` or `document`.") });
const messages = z
  .array(z.object({ role: z.enum(["user", "assistant"]), content: z.union([z.string(), z.array(block)]) }))
  .min(1)
  .describe("The conversation so far; the last one is usually of the user.");
const system = z.string().optional().describe("What the model is and how it should respond.");
const tools = z
  .array(
    z.looseObject({
      name: z.string().optional(),
      input_schema: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .optional()
  .describe("Tools that the model may ask for.");
const batchId = z.string().min(1).describe("Id of the batch, such as `msgbatch_01HkcTjaV5uDC8jWR4ZsDV8d`.");
const batch = z.looseObject({ id: z.string(), processing_status: z.string() });
const modelRecord = z.looseObject({ id: z.string(), display_name: z.string().optional() });
const paging = {
  kind: "cursor",
  parameter: "after_id",
  cursorPath: "/last_id",
  hasMorePath: "/has_more",
  sizeParameter: "limit",
  maxSize: 1000,
} as const;

export const messageTools = [
  defineTool({
    operation: "messages_create",
    name: "Ask Claude",
    description: "Sends a conversation to a Claude model and returns its response. Costs tokens.",
    input: z.object({
      model,
      max_tokens: z.int().min(1).describe("The largest length of the response, in tokens."),
      messages,
      system,
      temperature: z.number().min(0).max(1).optional(),
      top_p: z.number().min(0).max(1).optional(),
      stop_sequences: z.array(z.string()).optional(),
      tools,
      tool_choice: z.looseObject({ type: z.enum(["auto", "any", "tool", "none"]) }).optional(),
      thinking: z
        .looseObject({ type: z.enum(["enabled", "disabled"]), budget_tokens: z.int().min(1024).optional() })
        .optional()
        .describe("Lets the model think first."),
      metadata: z.object({ user_id: z.string().optional() }).optional(),
    }),
    output: z.looseObject({
      id: z.string(),
      content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
      stop_reason: z.string().nullish(),
      usage: z.looseObject({ input_tokens: z.int(), output_tokens: z.int() }),
    }),
    request: { method: "POST", path: "/messages", headers: version },
  }),
  defineTool({
    operation: "messages_count_tokens",
    name: "Count tokens",
    description: "Returns how many tokens a conversation has, without asking the model.",
    input: z.object({ model, messages, system, tools }),
    output: z.looseObject({ input_tokens: z.int() }),
    hints: { readOnly: true, idempotent: true },
    request: { method: "POST", path: "/messages/count_tokens", headers: version },
  }),
  defineTool({
    operation: "batches_create",
    name: "Ask many questions later",
    description: "Sends many conversations at once, for half the price. Their results come within a day.",
    input: z.object({
      requests: z
        .array(
          z.object({
            custom_id: z.string().min(1).max(64).describe("Your name for the request, to find its result."),
            params: z.looseObject({ model, max_tokens: z.int().min(1), messages }),
          }),
        )
        .min(1),
    }),
    output: batch,
    request: { method: "POST", path: "/messages/batches", headers: version },
  }),
  defineTool({
    operation: "batches_list",
    name: "List batches",
    description: "Returns the batches of the workspace, newest first.",
    input: z.object({ limit, after_id: afterId }),
    output: z.looseObject({ data: z.array(batch), has_more: z.boolean() }),
    resultsPath: "/data",
    paging,
    request: { method: "GET", path: "/messages/batches", headers: version },
  }),
  defineTool({
    operation: "batches_get",
    name: "Get a batch",
    description: "Returns how far a batch is.",
    input: z.object({ batchId }),
    output: batch,
    request: { method: "GET", path: "/messages/batches/{batchId}", headers: version },
  }),
  defineTool({
    operation: "batches_results_get",
    name: "Get a batch's results",
    description: "Returns the responses of a batch that has ended, a line of JSON for each request.",
    input: z.object({ batchId }),
    output: z.unknown().describe("Lines of JSON as text."),
    request: { method: "GET", path: "/messages/batches/{batchId}/results", headers: version, accept: "*/*" },
  }),
  defineTool({
    operation: "batches_cancel",
    name: "Cancel a batch",
    description: "Stops a batch. Requests that are done keep their results.",
    input: z.object({ batchId }),
    output: batch,
    hints: { destructive: true, idempotent: true },
    request: { method: "POST", path: "/messages/batches/{batchId}/cancel", headers: version },
  }),
  defineTool({
    operation: "models_list",
    name: "List models",
    description: "Returns the Claude models that the key may use, newest first.",
    input: z.object({ limit, after_id: afterId }),
    output: z.looseObject({ data: z.array(modelRecord), has_more: z.boolean() }),
    resultsPath: "/data",
    paging,
    request: { method: "GET", path: "/models", headers: version },
  }),
  defineTool({
    operation: "models_get",
    name: "Get a model",
    description: "Returns one model, or the id behind an alias such as `claude-sonnet-4-5`.",
    input: z.object({ modelId: model }),
    output: modelRecord,
    request: { method: "GET", path: "/models/{modelId}", headers: version },
  }),
  defineTool({
    operation: "files_list",
    name: "List files",
    description: "Returns the files that were uploaded for messages.",
    input: z.object({ limit, after_id: afterId }),
    output: z.looseObject({
      data: z.array(z.looseObject({ id: z.string(), filename: z.string() })),
      has_more: z.boolean(),
    }),
    resultsPath: "/data",
    paging,
    request: {
      method: "GET",
      path: "/files",
      query: { limit: fromInput("limit"), after_id: fromInput("after_id") },
      headers: { ...version, "anthropic-beta": "files-api-2025-04-14" },
    },
  }),
];
