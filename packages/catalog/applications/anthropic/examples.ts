import type { ToolExamples } from "@bowline/catalog/application";

const model = "claude-sonnet-4-5";
const messages = [{ role: "user", content: "What is the capital of France?" }];
const batch = {
  id: "msgbatch_01HkcTjaV5uDC8jWR4ZsDV8d",
  type: "message_batch",
  processing_status: "in_progress",
  request_counts: { processing: 1, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  results_url: null,
};
const path = `/messages/batches/${batch.id}`;
const record = {
  type: "model",
  id: "claude-sonnet-4-5-20250929",
  display_name: "Claude Sonnet 4.5",
  created_at: "2025-09-29T00:00:00Z",
};
const result =
  '{"custom_id":"one","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"Paris"}]}}}\n';

export const examples: ToolExamples = {
  messages_create: {
    input: { model, max_tokens: 100, messages, system: "Respond with one word." },
    request: {
      method: "POST",
      path: "/messages",
      body: { model, max_tokens: 100, messages, system: "Respond with one word." },
    },
    response: {
      id: "msg_013Zva2CMHLNnXjNJJKqJ2EF",
      type: "message",
      role: "assistant",
      model,
      content: [{ type: "text", text: "Paris" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 20, output_tokens: 4 },
    },
  },
  messages_count_tokens: {
    input: { model, messages },
    request: { method: "POST", path: "/messages/count_tokens", body: { model, messages } },
    response: { input_tokens: 14 },
  },
  batches_create: {
    input: { requests: [{ custom_id: "one", params: { model, max_tokens: 100, messages } }] },
    request: {
      method: "POST",
      path: "/messages/batches",
      body: { requests: [{ custom_id: "one", params: { model, max_tokens: 100, messages } }] },
    },
    response: batch,
  },
  batches_list: {
    input: { limit: 1 },
    request: { method: "GET", path: "/messages/batches", query: { limit: "1" } },
    response: { data: [batch], has_more: false, first_id: batch.id, last_id: batch.id },
  },
  batches_get: { input: { batchId: batch.id }, request: { method: "GET", path }, response: batch },
  batches_results_get: {
    input: { batchId: batch.id },
    request: { method: "GET", path: `${path}/results` },
    response: result,
  },
  batches_cancel: {
    input: { batchId: batch.id },
    request: { method: "POST", path: `${path}/cancel` },
    response: { ...batch, processing_status: "canceling" },
  },
  models_list: {
    input: { limit: 1 },
    request: { method: "GET", path: "/models", query: { limit: "1" } },
    response: { data: [record], has_more: true, first_id: record.id, last_id: record.id },
  },
  models_get: {
    input: { modelId: model },
    request: { method: "GET", path: `/models/${model}` },
    response: record,
  },
  files_list: {
    input: {},
    request: { method: "GET", path: "/files" },
    response: {
      data: [{ id: "file_011CNha8iCJcU1wXNR6q4V8w", type: "file", filename: "plan.pdf", size_bytes: 1024 }],
      has_more: false,
    },
  },
};
