import { checkOverrides } from "../connections/check-overrides.ts";
import type { Caller } from "../db/people/callers.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionRequest } from "./execution-request.ts";
import { findCalledTool } from "./find-called-tool.ts";
import { applyContext } from "./input/apply-context.ts";
import { applyPresets, changesPresets, validateWithPresets } from "./input/apply-presets.ts";
import { mergeSubItems } from "./input/merge-sub-items.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedExecution } from "./prepared-execution.ts";
import { resolveConnection } from "./resolve-connection.ts";
import { planResults } from "./results/plan-results.ts";
import { checkShape } from "./results/shape-results.ts";
import { findPresets } from "./toolset-settings.ts";

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
  // Mostly all of it is in memory.
  const finding = findCalledTool(parts, caller, request);
  const entry = finding instanceof Promise ? await finding : finding;
  const loading = parts.tools.load(entry);
  const tool = loading instanceof Promise ? await loading : loading;
  const resolving = resolveConnection(parts, caller, entry, request);
  const resolved = resolving instanceof Promise ? await resolving : resolving;
  const overrides = checkOverrides(resolved.connection, entry.application, request.body.customConnectionData);
  const presets = findPresets(resolved.toolset, entry.slug);
  const body = presets === null ? request.body : applyPresets(tool, presets, request.body);
  const merged = mergeSubItems(tool.entry, body);
  const { subItemNames } = merged;
  const input =
    body.contextValue == null
      ? merged.input
      : await applyContext(parts.db.kysely, tool, resolved.connection, body.contextValue, merged.input);
  const checking =
    presets === null
      ? tool.validateInput(input, subItemNames, caller.accountUserId)
      : validateWithPresets(tool, presets, input, subItemNames, caller.accountUserId);
  const largeIntegers = checking instanceof Promise ? await checking : checking;
  checkShape(tool, body);
  const plan = presets !== null && changesPresets(tool, presets) ? null : planResults(tool, body, input);
  const source = { tool, overrides, input: plan?.input ?? input, subItemNames, largeIntegers };
  const preparing = prepareCall(parts, source, resolved.connection);
  const call = preparing instanceof Promise ? await preparing : preparing;
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
