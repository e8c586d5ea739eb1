import type { Operations } from "@bowline/sdk";
import type { executionSources, failureKinds } from "@bowline/sdk/values";
import { UsageError } from "../../errors.ts";

/** The options that say which calls of the history a command is about. All must hold. */
export interface HistoryFilters {
  tool?: string;
  app?: string;
  connection?: number;
  toolset?: string;
  /** An account user. */
  member?: number;
  /** An API key. */
  key?: number;
  source?: (typeof executionSources)[number];
  failed?: boolean;
  succeeded?: boolean;
  kind?: (typeof failureKinds)[number];
  search?: string;
  /** As the API takes it. */
  from?: string;
  to?: string;
}

/** Reads the filters as the API's query. @throws UsageError when no call can fit */
export function readHistoryFilters(filters: HistoryFilters): Operations["listExecutions"]["query"] {
  const { tool, app, connection, toolset, member, key, failed, succeeded, source, kind, search, from, to } =
    filters;
  if (succeeded === true && (failed === true || kind !== undefined)) {
    throw new UsageError("A call either failed or succeeded: --succeeded fits neither --failed nor --kind.");
  }
  return {
    toolSlug: tool,
    applicationSlug: app,
    connectionId: connection,
    toolsetId: toolset,
    accountUserId: member,
    apiKeyId: key,
    ...(failed === true && { isSuccess: false }),
    ...(succeeded === true && { isSuccess: true }),
    ...{ source, kind, search, from, to },
  };
}
