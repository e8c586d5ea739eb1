import type { NewExecution } from "../src/db/history/encode-executions.ts";

/** Builds a record of a successful execution without an id. */
export function buildExecution(
  changes: Partial<NewExecution["fields"]> = {},
  texts: Partial<Pick<NewExecution, "input" | "output">> = {},
): NewExecution {
  const fields = {
    history_id: 0,
    company_id: 1,
    account_user_id: 2,
    api_key_id: 3,
    tool_slug: "shop_items_list",
    application_slug: "shop",
    connection_id: null,
    resolved_by: "none" as const,
    toolset_id: null,
    source: "api" as const,
    is_success: true,
    failure_kind: null,
    error_message: null,
    status_code: 200,
    execution_time_ms: 1.5,
    data_size_bytes: 7,
    request_id: "a-request",
    is_output_cut: false,
    checks_ms: 1,
    token_ms: 0,
    downstream_ms: 2,
    results_ms: 0,
    response_headers: { "content-type": "application/json" },
    created_date: "2026-11-20T10:00:00.123Z",
    ...changes,
  };
  return { fields, input: null, output: null, ...texts };
}
