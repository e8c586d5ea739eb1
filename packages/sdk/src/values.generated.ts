// Printed from the contract by `npm run generate`. Do not change it.

/** The operators of a filter over a tool's results. */
export const filterOperators = [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
  "in",
  "notIn",
  "isNull",
  "isNotNull",
] as const;

/** The kinds of failure in the history. A call that waits for an approval is not in it. */
export const failureKinds = [
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

/** The ways in which an execution comes in. */
export const executionSources = [
  "api",
  "mcp",
  "console",
] as const;

/** What a summary of the history is counted by. */
export const summaryGroupings = [
  "application",
  "tool",
  "connection",
  "source",
  "kind",
  "member",
  "apiKey",
] as const;

/** What becomes of an approval. */
export const approvalStatuses = [
  "waiting",
  "approved",
  "denied",
  "used",
  "expired",
] as const;

/** What a token may be good for, from the least to the most. */
export const scopes = [
  "tools:read",
  "tools:execute",
  "connections:read",
  "connections:write",
  "toolsets:read",
  "toolsets:write",
  "history:read",
  "admin",
] as const;
