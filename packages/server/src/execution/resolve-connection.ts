import { ApiError, invalidField } from "../api-error.ts";
import { type AtHand, goOn } from "../at-hand.ts";
import type { ApplicationEntry, ToolEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Caller } from "../db/people/callers.ts";
import { defaultKey } from "../db/rows.ts";
import type { ToolsetConnectionRow, ToolsetRow } from "../db/toolsets.ts";
import { checkNarrowing } from "./check-narrowing.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { ExecutionRequest, ResolvedConnection } from "./execution-request.ts";
import { loadOwnConnection, loadOwnToolset } from "./load-own.ts";

type RowParts = Pick<ExecutionParts, "rows">;
type Wanted = Pick<ExecutionRequest, "connectionId" | "toolsetId">;

/** A connection, and the toolset whose settings hold for the call. */
export interface ResolvedAccess extends ResolvedConnection {
  /**
   * The toolset that the request names, or that the credential is narrowed to, wherever the connection comes from. Null: the call
   * goes through none (decisions D65).
   */
  toolset: ToolsetRow | null;
}

/**
 * Resolves the connection in the contract's four steps: the explicit one, the toolset's, the caller's default, or none
 * (contract, execute, rule 2; decisions D30).
 *
 * @throws ApiError `NOT_FOUND`, `FORBIDDEN`, `TOOL_NOT_PERMITTED`, `VALIDATION_ERROR`, `AMBIGUOUS_CONNECTION`, `NO_DEFAULT_CONNECTION`
 */
export function resolveConnection(
  parts: RowParts,
  caller: Caller,
  tool: ToolEntry,
  wanted: Wanted,
): AtHand<ResolvedAccess> {
  const toolsetId = wanted.toolsetId ?? caller.credential.narrowing.toolsetId;
  return toolsetId === null
    ? resolveWithin(parts, caller, tool, wanted, null)
    : loadToolset(parts, caller, toolsetId).then((toolset) =>
        resolveWithin(parts, caller, tool, wanted, toolset),
      );
}

/** Chooses the step. */
function resolveWithin(
  parts: RowParts,
  caller: Caller,
  tool: ToolEntry,
  wanted: Wanted,
  toolset: ToolsetRow | null,
): AtHand<ResolvedAccess> {
  if (wanted.connectionId !== null) {
    return resolveExplicit(parts, caller, tool, wanted.connectionId, toolset);
  }
  if (toolset !== null) {
    const { applicationId } = tool.application;
    const ofApplication = toolset.connections.filter((one) => one.applicationId === applicationId);
    if (ofApplication.length > 0) {
      return resolveFromToolset(parts, caller, tool, toolset, ofApplication);
    }
  }
  if (caller.credential.narrowing.toolsetId !== null) {
    throw notPermitted(tool);
  }
  return resolveDefault(parts, caller, tool, toolset);
}

async function loadToolset(parts: RowParts, caller: Caller, id: string): Promise<ToolsetRow> {
  const toolset = await loadOwnToolset(parts, caller, id);
  checkNarrowing(caller, id);
  return toolset;
}

async function resolveExplicit(
  parts: RowParts,
  caller: Caller,
  tool: ToolEntry,
  connectionId: number,
  toolset: ToolsetRow | null,
): Promise<ResolvedAccess> {
  const connection = await loadOwnConnection(parts, caller, connectionId);
  // First, since a narrowed credential must not learn to which application a connection outside of its toolset belongs.
  if (
    caller.credential.narrowing.toolsetId !== null &&
    !toolset?.connections.some((one) => one.connectionId === connectionId && permits(one, tool))
  ) {
    throw notPermitted(tool);
  }
  if (connection.applicationId !== tool.application.applicationId) {
    throw invalidField(
      "connectionId",
      `Connection ${connectionId} is not a connection to "${tool.application.slug}".`,
    );
  }
  return { connection, resolvedBy: "explicit", toolset };
}

/** Never falls back to the default: a tool that the toolset does not permit is not called. */
async function resolveFromToolset(
  parts: RowParts,
  caller: Caller,
  tool: ToolEntry,
  toolset: ToolsetRow,
  connections: readonly ToolsetConnectionRow[],
): Promise<ResolvedAccess> {
  const candidates = connections.filter((one) => permits(one, tool));
  if (candidates.length === 0) {
    throw notPermitted(tool);
  }
  const chosen =
    candidates.length === 1 ? candidates[0] : await chooseDefault(parts, caller, tool, candidates);
  if (chosen === undefined) {
    const ids = candidates.map((one) => one.connectionId).join(", ");
    throw new ApiError(
      "AMBIGUOUS_CONNECTION",
      `Several connections of the toolset permit "${tool.slug}": ${ids}. Name one as connectionId, or make one of them your default with PUT /v1/connections/{connectionId}/Default.`,
    );
  }
  const connection = await loadOwnConnection(parts, caller, chosen.connectionId);
  return { connection, resolvedBy: "toolset", toolset };
}

async function chooseDefault(
  parts: RowParts,
  caller: Caller,
  tool: ToolEntry,
  candidates: readonly ToolsetConnectionRow[],
): Promise<ToolsetConnectionRow | undefined> {
  const found = await findDefault(parts, caller, tool.application);
  return candidates.find((one) => one.connectionId === found?.connectionId);
}

const resolveDefault = (
  parts: RowParts,
  caller: Caller,
  tool: ToolEntry,
  toolset: ToolsetRow | null,
): AtHand<ResolvedAccess> =>
  goOn(findDefault(parts, caller, tool.application), (found) => {
    const connectionId = found?.connectionId ?? null;
    const loading = connectionId === null ? null : parts.rows.connections.get(String(connectionId));
    return goOn(loading, (connection) => useDefault(caller, tool, toolset, connection));
  });

function useDefault(
  caller: Caller,
  tool: ToolEntry,
  toolset: ToolsetRow | null,
  connection: ConnectionRow | null,
): ResolvedAccess {
  if (connection !== null && connection.accountUserId === caller.accountUserId) {
    return { connection, resolvedBy: "default", toolset };
  }
  if (!tool.requiresConnection) {
    return { connection: null, resolvedBy: "none", toolset };
  }
  throw new ApiError(
    "NO_DEFAULT_CONNECTION",
    `There is no connection to use for "${tool.application.slug}". Make one with POST /v1/connections, name one as connectionId, or make one your default with PUT /v1/connections/{connectionId}/Default.`,
  );
}

const findDefault = ({ rows }: RowParts, caller: Caller, { applicationId }: ApplicationEntry) =>
  rows.defaults.get(defaultKey(caller.accountUserId, applicationId));

const permits = (connection: ToolsetConnectionRow, tool: ToolEntry): boolean =>
  connection.toolSlugs.includes(tool.slug);

const notPermitted = (tool: ToolEntry): ApiError =>
  new ApiError("TOOL_NOT_PERMITTED", `The toolset does not permit "${tool.slug}".`);
