import { ApiError, forbidden } from "../api-error.ts";
import type { ToolEntry } from "../catalog/company-catalog.ts";
import { type Caller, describeCredential } from "../db/people/callers.ts";
import type { Rows } from "../db/rows.ts";
import type { ToolsetConnectionRow, ToolsetRow } from "../db/toolsets.ts";

/** Decides whether a credential may execute a tool. */
export type ToolPermission = (tool: ToolEntry) => boolean;

type Toolsets = Pick<Rows["toolsets"], "get">;

/**
 * Finds which tools a narrowed credential may execute, and therefore see (decisions D13).
 *
 * @returns null when the credential is not narrowed and may see all
 */
export async function findPermission(toolsets: Toolsets, caller: Caller): Promise<ToolPermission | null> {
  const { isReadOnly } = caller.credential.narrowing;
  const connections = await loadNarrowedConnections(toolsets, caller);
  if (connections === null) {
    return isReadOnly ? (tool) => tool.isReadOnly : null;
  }
  const slugs = new Set(connections.flatMap((connection) => connection.toolSlugs));
  return (tool) => slugs.has(tool.slug) && (tool.isReadOnly || !isReadOnly);
}

/** @throws ApiError `TOOL_NOT_PERMITTED` when the caller's credential is narrowed to other tools (decisions D13) */
export async function checkPermitted(toolsets: Toolsets, caller: Caller, tool: ToolEntry): Promise<void> {
  const permission = await findPermission(toolsets, caller);
  if (permission !== null && !permission(tool)) {
    throw new ApiError(
      "TOOL_NOT_PERMITTED",
      `This ${describeCredential(caller.credential)} is narrowed to other tools than "${tool.slug}".`,
    );
  }
}

/** @throws ApiError `FORBIDDEN` when the caller's toolset does not permit the tool on this connection (decisions D13) */
export async function checkConnectionPermitted(
  toolsets: Toolsets,
  caller: Caller,
  connectionId: number,
  tool: ToolEntry,
): Promise<void> {
  const connections = await loadNarrowedConnections(toolsets, caller);
  const isPermitted = connections?.some(
    (one) => one.connectionId === connectionId && one.toolSlugs.includes(tool.slug),
  );
  if (isPermitted === false) {
    throw forbidden(`This ${describeCredential(caller.credential)} is narrowed to other connections.`);
  }
}

/** Loads the connections of the toolset that a credential is narrowed to: none when it was deleted, null when there is no narrowing. */
async function loadNarrowedConnections(
  toolsets: Toolsets,
  caller: Caller,
): Promise<readonly ToolsetConnectionRow[] | null> {
  if (caller.credential.narrowing.toolsetId === null) {
    return null;
  }
  return (await loadNarrowedToolset(toolsets, caller))?.connections ?? [];
}

/** Loads the toolset that a credential is narrowed to. Null when there is no narrowing, or the toolset was deleted. */
export async function loadNarrowedToolset(
  toolsets: Toolsets,
  { accountUserId, credential }: Caller,
): Promise<ToolsetRow | null> {
  const { toolsetId } = credential.narrowing;
  const toolset = toolsetId === null ? null : await toolsets.get(toolsetId);
  return toolset?.accountUserId === accountUserId ? toolset : null;
}
