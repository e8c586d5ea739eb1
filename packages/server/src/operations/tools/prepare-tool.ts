import { ApiError } from "../../api-error.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { ExecutionRequest } from "../../execution/execution-request.ts";
import { prepareExecution } from "../../execution/prepare-execution.ts";
import type { PreparedExecution } from "../../execution/prepared-execution.ts";
import { buildUnknownApplication, buildUnknownTool } from "../unknown-slugs.ts";

/** Does every step before the call. @throws ApiError that suggests the nearest tool where there is none of that name */
export function prepareTool(
  deps: Deps,
  caller: Caller,
  request: ExecutionRequest,
): Promise<PreparedExecution> {
  return prepareExecution(deps, caller, request).catch(async (error) => {
    throw await explainUnknownTool(deps, caller, request, error);
  });
}

/** Returns the error, or for an unknown tool one that suggests the nearest. */
export async function explainUnknownTool(
  deps: Deps,
  caller: Caller,
  { toolSlug, applicationSlug }: Pick<ExecutionRequest, "toolSlug" | "applicationSlug">,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== "NOT_FOUND") {
    return error;
  }
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = applicationSlug === null ? null : catalog.findApplication(applicationSlug);
  if (applicationSlug !== null && !application) {
    return buildUnknownApplication(deps, caller, applicationSlug);
  }
  const isKnown = catalog.findTool(toolSlug) ?? (application && catalog.findOperation(application, toolSlug));
  return isKnown ? error : buildUnknownTool(deps, caller, toolSlug);
}
