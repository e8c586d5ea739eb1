import { ApiError } from "../api-error.ts";
import { type AtHand, goOn } from "../at-hand.ts";
import type { CompanyCatalog, ToolEntry } from "../catalog/company-catalog.ts";
import type { Caller } from "../db/people/callers.ts";
import { checkNarrowing } from "./check-narrowing.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionRequest } from "./execution-request.ts";
import { findPermittedTool } from "./find-tool.ts";
import { findOwnSlugByName, findSlugByName } from "./toolset-settings.ts";

/** What names the tool of a request. */
export type CalledTool = Pick<ExecutionRequest, "toolSlug" | "applicationSlug" | "toolsetId"> &
  Partial<Pick<ExecutionRequest, "source">>;

/**
 * Finds the tool that a request calls: by its slug, by application and bare operation (decisions D21), or by the name that the
 * toolset gives it (decisions D65).
 *
 * @throws ApiError `NOT_FOUND`, `VALIDATION_ERROR`, `FORBIDDEN`; `TOOL_NOT_PERMITTED` when the key is read-only and the tool is not;
 *   `CONFLICT` when the name could mean two tools
 */
export function findCalledTool(
  parts: Pick<ExecutionParts, "catalog" | "rows">,
  caller: Caller,
  request: CalledTool,
): AtHand<ToolEntry> {
  const toolsetId = request.toolsetId ?? caller.credential.narrowing.toolsetId;
  return goOn(parts.catalog.forCompany(caller.companyId), (catalog) =>
    toolsetId === null
      ? findPermittedTool(catalog, caller, request)
      : findInToolset(parts, catalog, caller, request, toolsetId),
  );
}

/** The toolset may give tools other names. */
async function findInToolset(
  parts: Pick<ExecutionParts, "rows">,
  catalog: CompanyCatalog,
  caller: Caller,
  request: CalledTool,
  toolsetId: string,
): Promise<ToolEntry> {
  const given = await findClash(parts, catalog, caller, request, toolsetId);
  if (given !== null) {
    return findPermittedTool(catalog, caller, { ...request, toolSlug: given });
  }
  try {
    return findPermittedTool(catalog, caller, request);
  } catch (error) {
    const slug = isUnknown(error) ? await findGivenName(parts, caller, request.toolSlug, toolsetId) : null;
    if (slug === null) {
      throw error;
    }
    return findPermittedTool(catalog, caller, { ...request, toolSlug: slug });
  }
}

/**
 * Finds out whether the toolset gives one tool the slug of another, which was imported later. Returns the first one's slug for a
 * credential that can mean no other; null: there is no clash.
 */
async function findClash(
  { rows }: Pick<ExecutionParts, "rows">,
  catalog: CompanyCatalog,
  caller: Caller,
  { toolSlug, applicationSlug, source }: CalledTool,
  toolsetId: string,
): Promise<string | null> {
  // The endpoints for agents have found the slug already.
  if (applicationSlug !== null || source === "mcp") {
    return null;
  }
  const toolset = await rows.toolsets.get(toolsetId);
  const given = toolset?.accountUserId === caller.accountUserId ? findOwnSlugByName(toolset, toolSlug) : null;
  if (given === null || given === toolSlug || catalog.findTool(toolSlug) === undefined) {
    return null;
  }
  if (caller.credential.narrowing.toolsetId === toolsetId) {
    return given;
  }
  throw new ApiError(
    "CONFLICT",
    `"${toolSlug}" is the slug of a tool, and also the name that the toolset gives to "${given}". Send that slug, or applicationSlug too, or give the tool another name in the toolset.`,
  );
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
  toolSlug: string,
  toolsetId: string,
): Promise<string | null> {
  const toolset = await rows.toolsets.get(toolsetId);
  if (toolset?.accountUserId !== caller.accountUserId) {
    return null;
  }
  checkNarrowing(caller, toolsetId);
  return findSlugByName(toolset, toolSlug);
}
