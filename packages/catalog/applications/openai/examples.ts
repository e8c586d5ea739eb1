import type { ToolExamples } from "@bowline/catalog/application";

const response = {
  id: "resp_67ccd2bed1ec8190",
  object: "response",
  status: "completed",
  model: "gpt-5",
  output: [
    {
      type: "message",
      id: "msg_67ccd2bf",
      role: "assistant",
      content: [{ type: "output_text", text: "Paris" }],
    },
  ],
  usage: { input_tokens: 12, output_tokens: 4, total_tokens: 16 },
};
const file = {
  id: "file-abc123",
  object: "file",
  filename: "notes.txt",
  bytes: 7,
  purpose: "user_data",
  created_at: 1893456000,
};
const store = { id: "vs_abc123", object: "vector_store", name: "Notes", status: "completed" };
const batch = { id: "batch_abc123", object: "batch", status: "validating", input_file_id: file.id };
const notes = "IyBOb3Rlcw==";

export const examples: ToolExamples = {
  responses_create: {
    input: { model: "gpt-5", input: "What is the capital of France?", max_output_tokens: 50 },
    request: {
      method: "POST",
      path: "/responses",
      body: { model: "gpt-5", input: "What is the capital of France?", max_output_tokens: 50 },
    },
    response,
  },
  responses_get: {
    input: { responseId: response.id },
    request: { method: "GET", path: `/responses/${response.id}` },
    response,
  },
  responses_delete: {
    input: { responseId: response.id },
    request: { method: "DELETE", path: `/responses/${response.id}` },
    response: { id: response.id, object: "response", deleted: true },
  },
  chat_completions_create: {
    input: { model: "gpt-5-mini", messages: [{ role: "user", content: "Hello" }] },
    request: {
      method: "POST",
      path: "/chat/completions",
      body: { model: "gpt-5-mini", messages: [{ role: "user", content: "Hello" }] },
    },
    response: {
      id: "chatcmpl-B9MBs8Cj",
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: "Hello!" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
    },
  },
  embeddings_create: {
    input: { model: "text-embedding-3-small", input: ["Hello"], dimensions: 2 },
    request: {
      method: "POST",
      path: "/embeddings",
      body: { model: "text-embedding-3-small", input: ["Hello"], dimensions: 2 },
    },
    response: { object: "list", data: [{ object: "embedding", index: 0, embedding: [0.6, -0.8] }] },
  },
  images_generate: {
    input: { model: "gpt-image-1", prompt: "A rose", size: "1024x1024" },
    request: {
      method: "POST",
      path: "/images/generations",
      body: { model: "gpt-image-1", prompt: "A rose", size: "1024x1024" },
    },
    response: { created: 1893456000, data: [{ b64_json: "iVBORw0KGgo=" }] },
  },
  audio_transcribe: {
    input: { model: "gpt-4o-transcribe", file: { fileName: "talk.mp3", base64: notes }, language: "en" },
    request: {
      method: "POST",
      path: "/audio/transcriptions",
      body: {
        model: "gpt-4o-transcribe",
        file: { fileName: "talk.mp3", contentType: "application/octet-stream", text: "# Notes" },
        language: "en",
      },
    },
    response: { text: "Hello." },
  },
  moderations_create: {
    input: { input: "Hello" },
    request: { method: "POST", path: "/moderations", body: { input: "Hello" } },
    response: { id: "modr-0d9740456c391e43", model: "omni-moderation-latest", results: [{ flagged: false }] },
  },
  models_list: {
    input: {},
    request: { method: "GET", path: "/models" },
    response: {
      object: "list",
      data: [{ id: "gpt-5", object: "model", created: 1754425777, owned_by: "system" }],
    },
  },
  files_list: {
    input: { purpose: "user_data", limit: 1 },
    request: { method: "GET", path: "/files", query: { purpose: "user_data", limit: "1" } },
    response: { object: "list", data: [file], has_more: false, last_id: file.id },
  },
  files_upload: {
    input: { purpose: "user_data", file: { fileName: "notes.txt", base64: notes } },
    request: {
      method: "POST",
      path: "/files",
      body: {
        purpose: "user_data",
        file: { fileName: "notes.txt", contentType: "application/octet-stream", text: "# Notes" },
      },
    },
    response: file,
  },
  files_content_get: {
    input: { fileId: file.id },
    request: { method: "GET", path: `/files/${file.id}/content` },
    response: "# Notes",
  },
  files_delete: {
    input: { fileId: file.id },
    request: { method: "DELETE", path: `/files/${file.id}` },
    response: { id: file.id, object: "file", deleted: true },
  },
  batches_create: {
    input: { input_file_id: file.id, endpoint: "/v1/responses" },
    request: {
      method: "POST",
      path: "/batches",
      body: { input_file_id: file.id, endpoint: "/v1/responses", completion_window: "24h" },
    },
    response: batch,
  },
  batches_get: {
    input: { batchId: batch.id },
    request: { method: "GET", path: `/batches/${batch.id}` },
    response: { ...batch, status: "completed", output_file_id: "file-def456" },
  },
  vector_stores_list: {
    input: {},
    request: { method: "GET", path: "/vector_stores" },
    response: { object: "list", data: [store], has_more: false, last_id: store.id },
  },
  vector_stores_create: {
    input: { name: "Notes", file_ids: [file.id] },
    request: { method: "POST", path: "/vector_stores", body: { name: "Notes", file_ids: [file.id] } },
    response: store,
  },
  vector_stores_search: {
    input: { storeId: store.id, query: "What is in the notes?", max_num_results: 3 },
    request: {
      method: "POST",
      path: `/vector_stores/${store.id}/search`,
      body: { query: "What is in the notes?", max_num_results: 3 },
    },
    response: {
      object: "vector_store.search_results.page",
      data: [
        { file_id: file.id, filename: "notes.txt", score: 0.9, content: [{ type: "text", text: "# Notes" }] },
      ],
      has_more: false,
      next_page: null,
    },
  },
};
