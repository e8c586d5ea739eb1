import { forbidden, notFound } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Caller } from "../db/people/callers.ts";
import type { ToolsetRow } from "../db/toolsets.ts";
import type { ExecutionParts } from "./execution-parts.ts";

type RowParts = Pick<ExecutionParts, "rows">;

/** Loads the connection that a query names (decisions D9a). @throws ApiError `NOT_FOUND`, `FORBIDDEN` when another caller owns it */
export async function loadOwnConnection(
  { rows }: RowParts,
  caller: Caller,
  connectionId: number,
): Promise<ConnectionRow> {
  const connection = connectionId < 1 ? null : await rows.connections.get(String(connectionId));
  if (connection === null) {
    throw notFound(`Connection ${connectionId}`);
  }
  if (connection.accountUserId !== caller.accountUserId) {
    throw forbidden(`Connection ${connectionId} is not yours.`);
  }
  return connection;
}

/**
 * Loads the toolset that a query names (decisions D9a).
 *
 * @param toolsetId in lower case
 * @throws ApiError `NOT_FOUND`, `FORBIDDEN` when another caller owns it
 */
export async function loadOwnToolset(
  { rows }: RowParts,
  caller: Caller,
  toolsetId: string,
): Promise<ToolsetRow> {
  const toolset = await rows.toolsets.get(toolsetId);
  if (toolset === null) {
    throw notFound(`Toolset ${toolsetId}`);
  }
  if (toolset.accountUserId !== caller.accountUserId) {
    throw forbidden(`Toolset ${toolsetId} is not yours.`);
  }
  return toolset;
}
