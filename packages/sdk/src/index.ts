export type { AdapterOptions } from "./adapters/adapter-options.ts";
export type { AiSdkTools } from "./adapters/ai-sdk.ts";
export type { AnthropicTools } from "./adapters/anthropic.ts";
export type { FrameworkTools } from "./adapters/framework-tools.ts";
export type { LangChainTools } from "./adapters/langchain.ts";
export type { OpenAiTools } from "./adapters/openai.ts";
export type { OpenAiAgentsTools } from "./adapters/openai-agents.ts";
export type { ResponsesTools } from "./adapters/openai-responses.ts";
export { Bowline, type BowlineOptions, type TokenOptions } from "./bowline.ts";
export type { ApiCall, ApiResponse } from "./call.ts";
export {
  AmbiguousConnectionError,
  ApiError,
  AuthenticationError,
  BowlineError,
  ConflictError,
  ConnectionError,
  IdempotencyConflictError,
  InvalidRequestError,
  NoDefaultConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ToolNotPermittedError,
  ToolRunError,
  ValidationError,
} from "./errors.ts";
export type { ListCall, Page } from "./page.ts";
export type { CallOptions } from "./request.ts";
export type { ExecuteOptions, ToolDefinitions } from "./resources/tools.ts";
export type { ToolsetHandle } from "./toolset-handle.ts";
export type * from "./types.generated.ts";
export {
  approvalStatuses,
  executionSources,
  failureKinds,
  filterOperators,
  scopes,
  summaryGroupings,
} from "./values.generated.ts";
