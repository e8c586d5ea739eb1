import { ApiError, invalidField } from "../api-error.ts";
import type { ToolEntry } from "../catalog/company-catalog.ts";
import { checkOverrides } from "../connections/check-overrides.ts";
import type { Caller } from "../db/callers.ts";
import type { ConnectionRow } from "../db/connections.ts";
import type { Deps } from "../deps.ts";
import { type BuiltHttpRequest, buildHttpRequest, type HttpTarget } from "../runtimes/http/build-request.ts";
import { maskHttpRequest } from "../runtimes/http/mask-request.ts";
import { RequestBuildError } from "../runtimes/http/request-build-error.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import { applyContext } from "./apply-context.ts";
import { buildTarget } from "./build-target.ts";
import { CutOffError } from "./cut-off-error.ts";
import type { ExecutionRequest, ExecutionResult, ResolvedConnection } from "./execution-request.ts";
import { findTool } from "./find-tool.ts";
import type { LoadedTool } from "./load-tool.ts";
import { mergeSubItems } from "./merge-sub-items.ts";
import { planResults, type ResultsPlan } from "./plan-results.ts";
import { recordHistory } from "./record-history.ts";
import { resolveConnection } from "./resolve-connection.ts";
import { runPages } from "./run-pages.ts";
import { runTool } from "./run-tool.ts";
import { checkShape, shapeResults } from "./shape-results.ts";
import { withFreshToken } from "./with-fresh-token.ts";

/** An execution with every check passed: nothing is left but to send it. */
export interface PreparedExecution extends ResolvedConnection {
  tool: LoadedTool;
  request: ExecutionRequest;
  overrides: Readonly<Record<string, string>>;
  /** What the request is built of. */
  input: Record<string, unknown>;
  subItemNames: ReadonlySet<string>;
  target: HttpTarget;
  built: BuiltHttpRequest;
  /** What the application does of the shaping; null: all of it is done here, over one answer. */
  plan: ResultsPlan | null;
}

/**
 * Does everything before the run step: nothing goes downstream until all of it has passed (decisions D29).
 *
 * @throws ApiError for whatever does not pass
 */
export async function prepareExecution(
  deps: Deps,
  caller: Caller,
  request: ExecutionRequest,
): Promise<PreparedExecution> {
  const catalog =
    deps.catalog.peekCompany(caller.companyId) ?? (await deps.catalog.forCompany(caller.companyId));
  const entry = findTool(catalog, request.toolSlug, request.applicationSlug);
  checkReadOnlyKey(caller, entry);
  const tool = deps.tools.peek(entry) ?? (await deps.tools.load(entry));
  const resolved = await resolveConnection(deps, caller, entry, request);
  const overrides = checkOverrides(resolved.connection, request.body.customConnectionData);
  const merged = mergeSubItems(entry, request.body);
  const { subItemNames } = merged;
  const input =
    request.body.contextValue == null
      ? merged.input
      : await applyContext(deps, tool, resolved.connection, request.body.contextValue, merged.input);
  tool.validateInput(input, subItemNames);
  checkShape(tool, request.body);
  const target = await buildTarget(deps.vault, tool, resolved.connection, overrides);
  const plan = planResults(tool, request.body, input);
  const sent = plan?.input ?? input;
  const built = buildRequest(tool, target, sent, subItemNames);
  return { ...resolved, tool, request, overrides, input: sent, subItemNames, target, built, plan };
}

/** The same execution with what a connection holds now. */
async function rebuildExecution(
  deps: Deps,
  execution: PreparedExecution,
  connection: ConnectionRow,
): Promise<PreparedExecution> {
  const { tool, overrides, input, subItemNames } = execution;
  const target = await buildTarget(deps.vault, tool, connection, overrides);
  return { ...execution, connection, target, built: buildRequest(tool, target, input, subItemNames) };
}

/**
 * Runs a prepared execution, shapes its results and records it.
 *
 * @throws CutOffError when it fails unexpectedly after the tool was called
 */
export async function runExecution(
  deps: Deps,
  caller: Caller,
  execution: PreparedExecution,
): Promise<ExecutionResult> {
  const progress = { isSent: false };
  try {
    return await runAndRecord(deps, caller, execution, progress);
  } catch (error) {
    throw progress.isSent ? new CutOffError(error) : error;
  }
}

async function runAndRecord(
  deps: Deps,
  caller: Caller,
  execution: PreparedExecution,
  progress: { isSent: boolean },
): Promise<ExecutionResult> {
  const { tool, request, connection, resolvedBy, plan } = execution;
  if (connection !== null) {
    deps.lastUsed.noteConnection(connection.connectionId);
  }
  const ran = await withFreshToken(deps, execution, {
    rebuild: (renewed) => rebuildExecution(deps, execution, renewed),
    send(call) {
      progress.isSent = true;
      return plan === null ? runTool(deps, tool, call.built) : runPages(deps, call, plan);
    },
  });
  const outcome = shapeResults(tool, plan?.remaining ?? request.body, ran.outcome);
  const outputJson = renderOutput(outcome);
  const { secretTexts } = ran;
  const historyId = await recordHistory(deps, caller, { ...execution, outcome, outputJson, secretTexts });
  deps.metrics.countExecution(outcome);
  return { outcome, outputJson, historyId, connection, resolvedBy };
}

/** Answers the request that would be sent, with its secrets masked (decisions D36). */
export function previewExecution({ connection, resolvedBy, built }: PreparedExecution): ExecutionResult {
  const output = maskHttpRequest(built);
  const executionInfo = { statusCode: null, headers: null, executionTime: 0, dataSize: null };
  return {
    outcome: { isSuccess: true, output, outputText: null, executionInfo },
    outputJson: JSON.stringify(output),
    historyId: null,
    connection,
    resolvedBy,
  };
}

function checkReadOnlyKey(caller: Caller, tool: ToolEntry): void {
  if (caller.credential.narrowing.isReadOnly && !tool.isReadOnly) {
    throw new ApiError(
      "TOOL_NOT_PERMITTED",
      `This key is read-only, and "${tool.slug}" may change something.`,
    );
  }
}

function buildRequest(
  tool: LoadedTool,
  target: HttpTarget,
  input: Record<string, unknown>,
  subItemNames: ReadonlySet<string>,
): BuiltHttpRequest {
  try {
    return buildHttpRequest(tool.http, target, input);
  } catch (error) {
    if (error instanceof RequestBuildError) {
      const name = error.field.replace(/^fields\./, "");
      const field = subItemNames.has(name) ? `subItems.${name}` : error.field;
      throw invalidField(field, error.message);
    }
    throw error;
  }
}

/** A tool's result is null when it failed. */
function renderOutput(outcome: Outcome): string {
  if (!outcome.isSuccess) {
    return "null";
  }
  return outcome.outputText ?? JSON.stringify(outcome.output) ?? "null";
}
