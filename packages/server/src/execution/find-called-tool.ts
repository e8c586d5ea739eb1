import { ApiError } from "../api-error.ts";
import type { ToolEntry } from "../catalog/company-catalog.ts";
import type { Caller } from "../db/callers.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionRequest } from "./execution-request.ts";
import { findPermittedTool } from "./find-tool.ts";
import { checkNarrowing } from "./load-own.ts";
import { findSlugByName } from "./toolset-settings.ts";

/** What names the tool of a request. */
export type CalledTool = Pick<ExecutionRequest, "toolSlug" | "applicationSlug" | "toolsetId">;

/**
 * Finds the tool that a request calls: by its slug, by application and bare operation (decisions D21), or by the name that the
 * toolset gives it (decisions D65).
 *
 * @throws ApiError `NOT_FOUND`, `VALIDATION_ERROR`, `FORBIDDEN`; `TOOL_NOT_PERMITTED` when the key is read-only and the tool is not
 */
export async function findCalledTool(
  parts: Pick<ExecutionParts, "catalog" | "rows">,
  caller: Caller,
  request: CalledTool,
): Promise<ToolEntry> {
  const catalog = await parts.catalog.forCompany(caller.companyId);
  try {
    return findPermittedTool(catalog, caller, request);
  } catch (error) {
    const slug = isUnknown(error) ? await findGivenName(parts, caller, request) : null;
    if (slug === null) {
      throw error;
    }
    return findPermittedTool(catalog, caller, { ...request, toolSlug: slug });
  }
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === "NOT_FOUND";

/**
 * A toolset that is not the caller's gives no name: the connection's check refuses it later. Neither does another one than the
 * credential is narrowed to: a refusal would tell which tool the name stands for.
 *
 * @throws ApiError `FORBIDDEN`
 */
async function findGivenName(
  { rows }: Pick<ExecutionParts, "rows">,
  caller: Caller,
  { toolSlug, toolsetId }: CalledTool,
): Promise<string | null> {
  const id = toolsetId ?? caller.credential.narrowing.toolsetId;
  const toolset = id === null ? null : await rows.toolsets.get(id);
  if (id === null || toolset?.accountUserId !== caller.accountUserId) {
    return null;
  }
  checkNarrowing(caller, id);
  return findSlugByName(toolset, toolSlug);
}
