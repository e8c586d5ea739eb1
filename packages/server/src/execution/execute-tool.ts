import type { Json } from "@bowline/catalog";
import { ApiError } from "../api-error.ts";
import { checkOverrides } from "../connections/check-overrides.ts";
import type { Caller } from "../db/people/callers.ts";
import { describeNoCall } from "../runtimes/build-failure.ts";
import type { Outcome, Success } from "../runtimes/outcome.ts";
import { CutOffError } from "./cut-off-error.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionRequest, ExecutionResult } from "./execution-request.ts";
import { findCalledTool } from "./find-called-tool.ts";
import { findRefusal } from "./find-refusal.ts";
import { applyContext } from "./input/apply-context.ts";
import { applyPresets, changesPresets } from "./input/apply-presets.ts";
import { mergeSubItems } from "./input/merge-sub-items.ts";
import { maskPresets } from "./masking/mask-presets.ts";
import { noteAcceptance } from "./note-acceptance.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedExecution } from "./prepared-execution.ts";
import { recordHistory } from "./record-history.ts";
import { resolveConnection } from "./resolve-connection.ts";
import { pickMembers } from "./results/pick-members.ts";
import { planResults } from "./results/plan-results.ts";
import { sendPages } from "./results/send-pages.ts";
import { checkShape, shapeResults } from "./results/shape-results.ts";
import { type CallListener, sendCall } from "./send-call.ts";
import { findPresets, type Presets } from "./toolset-settings.ts";
import { needsApproval, withApproval } from "./with-approval.ts";
import { type RunResult, withFreshToken } from "./with-fresh-token.ts";

/**
 * Does every step before the call. Nothing is sent downstream until all of them have passed (decisions D29).
 *
 * @throws ApiError when a check fails
 */
export async function prepareExecution(
  parts: ExecutionParts,
  caller: Caller,
  request: ExecutionRequest,
): Promise<PreparedExecution> {
  const begin = performance.now();
  const entry = await findCalledTool(parts, caller, request);
  const tool = await parts.tools.load(entry);
  const resolved = await resolveConnection(parts, caller, entry, request);
  const overrides = checkOverrides(resolved.connection, entry.application, request.body.customConnectionData);
  const presets = findPresets(resolved.toolset, entry.slug);
  const body = presets === null ? request.body : applyPresets(tool, presets, request.body);
  const merged = mergeSubItems(tool.entry, body);
  const { subItemNames } = merged;
  const input =
    body.contextValue == null
      ? merged.input
      : await applyContext(parts.db.kysely, tool, resolved.connection, body.contextValue, merged.input);
  const checking = tool.validateInput(input, subItemNames, caller.accountUserId);
  const largeIntegers = checking instanceof Promise ? await checking : checking;
  checkShape(tool, body);
  const plan = presets !== null && changesPresets(tool, presets) ? null : planResults(tool, body, input);
  const source = { tool, overrides, input: plan?.input ?? input, subItemNames, largeIntegers };
  const call = await prepareCall(parts, source, resolved.connection);
  // Member by member: to spread a second object takes longer than a step.
  return {
    ...source,
    connection: resolved.connection,
    resolvedBy: resolved.resolvedBy,
    toolset: resolved.toolset,
    request: presets === null ? request : { ...request, body },
    call,
    plan,
    begin,
  };
}

/**
 * Shows the request that would be sent, with every secret masked, including those in the input (decisions D36, D46), and for an agent
 * the presets too (decisions D65). Returns the failure of a call that would not be sent. Warns when it needs an approval.
 */
export async function previewExecution(
  parts: ExecutionParts,
  caller: Caller,
  execution: PreparedExecution,
): Promise<ExecutionResult> {
  const { connection, resolvedBy, toolset, tool, call } = execution;
  const refusal = findRefusal(parts, connection, tool.entry.application, call);
  if (refusal !== null) {
    return { outcome: refusal, outputJson: "null", historyId: null, isSent: false, connection, resolvedBy };
  }
  const presets =
    caller.credential.narrowing.toolsetId === null ? null : findPresets(toolset, tool.entry.slug);
  const output = await previewCall(parts, caller, execution, presets);
  const outcome: Success = { isSuccess: true, output, outputText: null, executionInfo: describeNoCall() };
  if (needsApproval(execution)) {
    outcome.warning = "Through this toolset, a person must approve this call before it is sent.";
  }
  return {
    outcome,
    outputJson: JSON.stringify(output),
    historyId: null,
    isSent: false,
    connection,
    resolvedBy,
  };
}

/**
 * Sends a prepared execution, shapes its results and records it. A call that a person must approve first is sent only with an
 * approval, which it uses up (decisions D66).
 *
 * @throws CutOffError when it fails unexpectedly after the tool was called
 */
export function runExecution(
  parts: ExecutionParts,
  caller: Caller,
  execution: PreparedExecution,
  listener: CallListener = {},
): Promise<ExecutionResult> {
  const progress = { isSent: false };
  const own = { ...listener, accountUserId: caller.accountUserId };
  const send = () => sendAndRecord(parts, caller, execution, own, progress);
  return needsApproval(execution) ? withApproval(parts, caller, execution, progress, send) : send();
}

async function sendAndRecord(
  parts: ExecutionParts,
  caller: Caller,
  execution: PreparedExecution,
  listener: CallListener,
  progress: { isSent: boolean },
): Promise<ExecutionResult> {
  const { tool, request, connection, resolvedBy, plan } = execution;
  try {
    const checked = performance.now();
    const sent = await sendExecution(parts, execution, listener, progress);
    const { secretTexts, downstreamMs } = sent;
    const ran = performance.now();
    const noting = noteAcceptance(parts, execution, sent);
    if (noting !== null) {
      await noting;
    }
    const shaping = shapeResults(tool, plan?.remaining ?? request.body, sent.outcome);
    const shaped = shaping instanceof Promise ? await shaping : shaping;
    const outcome =
      request.resultMembers === undefined ? shaped : pickMembers(tool, request.resultMembers, shaped);
    const outputJson = renderOutput(outcome);
    const times = { begin: execution.begin, checked, ran, downstreamMs };
    const recordable = { tool, request, connection, resolvedBy, outcome, outputJson, secretTexts, times };
    const historyId = await recordHistory(parts, caller, recordable);
    parts.metrics.countExecution(outcome);
    return { outcome, outputJson, historyId, isSent: progress.isSent, connection, resolvedBy };
  } catch (error) {
    throw progress.isSent ? new CutOffError(error) : error;
  }
}

async function sendExecution(
  parts: ExecutionParts,
  execution: PreparedExecution,
  listener: CallListener,
  progress: { isSent: boolean },
): Promise<RunResult> {
  const { tool, connection, call, plan } = execution;
  if (connection !== null) {
    parts.lastUsed.noteConnection(connection.connectionId);
  }
  parts.history.noteCallBegun();
  try {
    return await withFreshToken(parts, connection, call, {
      application: tool.entry.application,
      prepare: (renewed) => prepareCall(parts, execution, renewed),
      send(prepared) {
        progress.isSent = true;
        return plan === null
          ? sendCall(parts, tool, prepared, listener)
          : sendPages(
              parts,
              tool,
              prepared,
              plan,
              plan.isOffered ? { ...listener, shape: plan.remaining } : listener,
            );
      },
    });
  } finally {
    parts.history.noteCallEnded();
  }
}

/** A failed tool has the output null, unless the application sent data besides the failure. */
function renderOutput(outcome: Outcome): string {
  if (!outcome.isSuccess) {
    return outcome.partialText ?? "null";
  }
  return outcome.outputText ?? JSON.stringify(outcome.output) ?? "null";
}

/** Renders the call with `***` in place of each secret input and of each of these presets. */
async function previewCall(
  parts: ExecutionParts,
  caller: Caller,
  execution: PreparedExecution,
  presets: Presets | null,
): Promise<Json> {
  const shownInput = await maskInput(parts, caller, execution);
  const input = presets === null ? shownInput : { ...shownInput, ...maskPresets(presets) };
  if (input === execution.input) {
    return execution.call.preview();
  }
  const shown = await prepareCall(parts, { ...execution, input }, execution.connection);
  return shown.preview();
}

/** Returns the input with `***` for each secret in it; the same object when there is none. */
async function maskInput(
  { maskThreads }: ExecutionParts,
  { accountUserId }: Caller,
  { tool, input }: PreparedExecution,
): Promise<Record<string, unknown>> {
  const body = { fields: input };
  const bodyJson = JSON.stringify(body);
  const texts = {
    schema: tool.inputSchema,
    body,
    bodyJson,
    secretTexts: [],
    outputJson: null,
    message: null,
    headers: null,
  };
  const masked = (await maskThreads.mask(texts, accountUserId)).input;
  if (masked === null) {
    throw new ApiError(
      "INTERNAL_ERROR",
      "The request could not be shown. Send a smaller input, or try again.",
    );
  }
  return masked === bodyJson ? input : JSON.parse(masked).fields;
}
