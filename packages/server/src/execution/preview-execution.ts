import type { Json } from "@bowline/catalog";
import { ApiError } from "../api-error.ts";
import type { Caller } from "../db/people/callers.ts";
import { describeNoCall } from "../runtimes/build-failure.ts";
import type { Success } from "../runtimes/outcome.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionResult } from "./execution-request.ts";
import { findRefusal } from "./find-refusal.ts";
import { encodeMasks } from "./masking/encode-masks.ts";
import { maskPresets } from "./masking/mask-presets.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedExecution } from "./prepared-execution.ts";
import { findPresets, type Presets } from "./toolset-settings.ts";
import { needsApproval } from "./with-approval.ts";

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
    outcome.warning = "Through this toolset, this call is sent only when a person has approved it.";
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
  const prepare = async (shown: Record<string, unknown>) =>
    (await prepareCall(parts, { ...execution, input: shown }, execution.connection)).preview();
  return prepare(input).catch((error: unknown) => {
    // The mask is not the base64 that a file must be.
    if (error instanceof ApiError) {
      return prepare(encodeMasks(input, execution.tool.inputSchema));
    }
    throw error;
  });
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
