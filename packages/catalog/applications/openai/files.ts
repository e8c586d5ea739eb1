import { defineTool, fromInput, z } from "@bowline/catalog/application";

const fileId = z.string().min(1).describe("Id of the file, such as `file-abc123`.");
const file = z.looseObject({ id: z.string(), filename: z.string(), bytes: z.int().optional() });
const storeId = z.string().min(1).describe("Id of the vector store, such as `vs_abc123`.");
const store = z.looseObject({ id: z.string(), name: z.string().nullish() });
const page = {
  limit: z.int().min(1).max(100).optional().describe("Results on a page. Default 20."),
  after: z.string().optional().describe("`last_id` of the page before."),
};
const paging = {
  kind: "cursor",
  parameter: "after",
  cursorPath: "/last_id",
  hasMorePath: "/has_more",
  sizeParameter: "limit",
  maxSize: 100,
} as const;

export const fileTools = [
  defineTool({
    operation: "files_list",
    name: "List files",
    description: "Returns the files that were uploaded to OpenAI.",
    input: z.object({
      purpose: z.string().optional().describe("Only these, such as `batch` or `user_data`."),
      ...page,
    }),
    output: z.looseObject({ data: z.array(file) }),
    resultsPath: "/data",
    paging,
    request: { method: "GET", path: "/files" },
  }),
  defineTool({
    operation: "files_upload",
    name: "Upload a file",
    description: "Uploads a file for batches, fine-tuning, vector stores or as input of a model.",
    input: z.object({
      purpose: z
        .enum(["user_data", "assistants", "batch", "fine-tune", "vision", "evals"])
        .describe("What it is for."),
      file: z.object({ fileName: z.string().describe("Such as `notes.txt`."), base64: z.string() }),
    }),
    output: file,
    request: {
      method: "POST",
      path: "/files",
      bodyFormat: "multipart",
      body: { purpose: fromInput("purpose"), file: fromInput("file", { as: "file" }) },
    },
  }),
  defineTool({
    operation: "files_content_get",
    name: "Get a file's content",
    description: "Returns what is in a file, such as the results of a batch.",
    input: z.object({ fileId }),
    output: z.unknown().describe("Text or JSON as it is; other files as base64."),
    request: { method: "GET", path: "/files/{fileId}/content", accept: "*/*" },
  }),
  defineTool({
    operation: "files_delete",
    name: "Delete a file",
    description: "Deletes a file for good.",
    input: z.object({ fileId }),
    output: z.looseObject({ id: z.string(), deleted: z.boolean() }),
    request: { method: "DELETE", path: "/files/{fileId}" },
  }),
  defineTool({
    operation: "batches_create",
    name: "Ask many questions later",
    description: "Runs the requests of an uploaded file for half the price. Their results come within a day.",
    input: z.object({
      input_file_id: fileId.describe("Id of a file of lines of JSON, uploaded with purpose `batch`."),
      endpoint: z.enum(["/v1/responses", "/v1/chat/completions", "/v1/embeddings"]),
      completion_window: z.literal("24h").default("24h"),
      metadata: z.record(z.string(), z.string()).optional(),
    }),
    output: z.looseObject({ id: z.string(), status: z.string() }),
    request: { method: "POST", path: "/batches" },
  }),
  defineTool({
    operation: "batches_get",
    name: "Get a batch",
    description: "Returns how far a batch is, and the id of the file with its results.",
    input: z.object({ batchId: z.string().min(1).describe("Such as `batch_abc123`.") }),
    output: z.looseObject({ id: z.string(), status: z.string() }),
    request: { method: "GET", path: "/batches/{batchId}" },
  }),
  defineTool({
    operation: "vector_stores_list",
    name: "List vector stores",
    description: "Returns the vector stores, which hold files to search by meaning.",
    input: z.object(page),
    output: z.looseObject({ data: z.array(store) }),
    resultsPath: "/data",
    paging,
    request: { method: "GET", path: "/vector_stores" },
  }),
  defineTool({
    operation: "vector_stores_create",
    name: "Create a vector store",
    description: "Creates a vector store from uploaded files.",
    input: z.object({
      name: z.string().min(1),
      file_ids: z.array(fileId).max(500).optional().describe("Ids of its files."),
    }),
    output: store,
    request: { method: "POST", path: "/vector_stores" },
  }),
  defineTool({
    operation: "vector_stores_search",
    name: "Search a vector store",
    description: "Finds the parts of files in a vector store that fit a question best.",
    input: z.object({
      storeId,
      query: z.string().min(1).describe("The question."),
      max_num_results: z.int().min(1).max(50).optional().describe("Default 10."),
    }),
    output: z.looseObject({ data: z.array(z.looseObject({ file_id: z.string(), score: z.number() })) }),
    hints: { readOnly: true, idempotent: true },
    resultsPath: "/data",
    request: { method: "POST", path: "/vector_stores/{storeId}/search" },
  }),
];
