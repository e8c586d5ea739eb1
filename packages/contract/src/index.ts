export { chooseIndent } from "./choose-indent.ts";
export { type ErrorCode, errorCodes } from "./error-codes.ts";
export { buildOpenApiDocument } from "./openapi/build-document.ts";
export type { Operation, OperationInput, OperationOutput } from "./operation.ts";
export { type OperationId, type Operations, operations } from "./operations.ts";
export type { ApiKeyRecord } from "./resources/api-key.ts";
export type {
  Application,
  ApplicationSource,
  Authentication,
  AuthenticationType,
  CredentialField,
} from "./resources/application.ts";
export { type Approval, type ApprovalStatus, approvalMinutes, listedInput } from "./resources/approval.ts";
export type { Connection } from "./resources/connection.ts";
export type { ErrorEnvelope } from "./resources/error.ts";
export type {
  ActivityCondition,
  ActivitySort,
  Execution,
  ExecutionInfo,
  ExecutionSummary,
  FailureKind,
  ResolvedBy,
  ToolExecuteRequest,
} from "./resources/execution.ts";
export type { GrantRecord } from "./resources/grant.ts";
export { historyLimits } from "./resources/history-limits.ts";
export {
  type HistorySummary,
  type SummaryGroupBy,
  type SummaryInterval,
  summaryIntervals,
} from "./resources/history-summary.ts";
export type { Identity, Role } from "./resources/identity.ts";
export type { ImportPhase, ImportRecord, ImportResult } from "./resources/import.ts";
export {
  type MetaToolInput,
  type MetaToolName,
  metaToolInputs,
  type ResultControls,
  resultControls,
} from "./resources/mcp.ts";
export type { Member } from "./resources/member.ts";
export { type ListedOAuthClient, tokenHost } from "./resources/oauth-client.ts";
export { displayName } from "./resources/primitives.ts";
export { defaultScopes, type OperationScope, operationScopes } from "./resources/scope.ts";
export type { ServiceClient } from "./resources/service-client.ts";
export type { ToolAnnotations, ToolSummary } from "./resources/tool.ts";
export type {
  AnthropicTool,
  DefinitionFormat,
  McpTool,
  OpenAiTool,
} from "./resources/tool-definition.ts";
export type { Toolset } from "./resources/toolset.ts";
export {
  defaultToolsetSettings,
  type ToolsetSettings,
  type ToolsetSettingsInput,
  type ToolsetTool,
} from "./resources/toolset-settings.ts";
