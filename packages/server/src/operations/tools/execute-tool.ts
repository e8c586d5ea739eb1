import { type Caller, consoleTokenSubject } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { ExecutionRequest, ExecutionResult } from "../../execution/execution-request.ts";
import { previewExecution } from "../../execution/preview-execution.ts";
import { runExecution } from "../../execution/run-execution.ts";
import { checkIdempotencyKey, withIdempotencyKey } from "../../execution/with-idempotency-key.ts";
import type { Failure } from "../../runtimes/outcome.ts";
import { type InputOf, Reply } from "../handler.ts";
import { prepareTool } from "./prepare-tool.ts";

export async function executeTool(deps: Deps, caller: Caller, input: InputOf<"executeTool">): Promise<Reply> {
  const { params, query, body, headers, requestId } = input;
  const request: ExecutionRequest = {
    toolSlug: params.toolSlug,
    applicationSlug: query.applicationSlug ?? null,
    connectionId: query.connectionId ?? null,
    toolsetId: query.toolsetId?.toLowerCase() ?? null,
    body,
    source: caller.credential.tokenSubject === consoleTokenSubject ? "console" : "api",
    requestId,
  };
  const idempotencyKey = query.dryRun ? undefined : headers["idempotency-key"];
  if (idempotencyKey !== undefined) {
    checkIdempotencyKey(idempotencyKey);
  }
  const prepared = await prepareTool(deps, caller, request);
  if (query.dryRun) {
    return renderResult(await previewExecution(deps, caller, prepared));
  }
  // A call that writes runs to its end, so that its record is true. So does one whose response is kept for the next request.
  const mayCancel = prepared.tool.entry.isReadOnly && idempotencyKey === undefined;
  const options = mayCancel ? { signal: input.openClientSignal() } : {};
  if (idempotencyKey === undefined) {
    return renderResult(await runExecution(deps, caller, prepared, options));
  }
  const run = async () => {
    const result = await runExecution(deps, caller, prepared, options);
    const { json, headers: responseHeaders } = renderResult(result);
    const keptJson = renderWithoutLink(result);
    return { json, headers: responseHeaders, isSent: result.isSent, keptJson };
  };
  const { vault, log, config } = deps;
  const parts = { db: deps.db.kysely, vault, log, toolTimeoutMs: config.toolTimeoutMs };
  const stored = await withIdempotencyKey(parts, caller, request, idempotencyKey, run);
  return new Reply(stored.json, stored.headers);
}

/** Renders what is stored for a repeat of the request. Undefined: the response has no link to sign in. */
function renderWithoutLink({ outcome, ...result }: ExecutionResult): string | undefined {
  if (outcome.isSuccess || outcome.signInUrl === undefined) {
    return undefined;
  }
  const { signInUrl: _, ...kept } = outcome;
  return renderResult({ ...result, outcome: kept }).json;
}

/** The output is JSON already; it is not serialized again. */
function renderResult(result: ExecutionResult): Reply {
  const { outcome, outputJson, historyId, connection, resolvedBy, approval } = result;
  const errorMessage = outcome.isSuccess ? null : renderFailure(outcome);
  const json = `{"isSuccess":${outcome.isSuccess},"errorMessage":${JSON.stringify(errorMessage)},"executionInfo":${JSON.stringify(outcome.executionInfo)},"output":${outputJson},"historyId":${historyId}}`;
  const headers: Record<string, string> = { "x-bowline-resolved-by": resolvedBy };
  if (connection !== null) {
    headers["x-bowline-connection-id"] = String(connection.connectionId);
  }
  if (!outcome.isSuccess) {
    headers["x-bowline-failure-kind"] = outcome.kind;
  }
  if (approval !== undefined) {
    headers["x-bowline-approval-id"] = approval.approvalId;
  }
  if (outcome.isSuccess && outcome.resultsCut !== undefined) {
    headers["x-bowline-results-cut"] = outcome.resultsCut;
  }
  if (outcome.isSuccess && outcome.warning !== undefined) {
    headers["x-bowline-warning"] = outcome.warning;
  }
  return new Reply(json, headers);
}

/** Only this response contains the sign-in link (decisions D79). */
const renderFailure = ({ message, signInUrl }: Pick<Failure, "message" | "signInUrl">): string =>
  signInUrl === undefined
    ? message
    : `${message}${/[.!?…]$/.test(message) ? "" : "."} Sign in again: ${signInUrl}`;
