import type { ToolRun } from "../tool-run.ts";

/** Writes the query of an execution, with its question mark; empty when there is none. */
export function writeQuery({ toolsetId, connectionId }: ToolRun): string {
  const query = new URLSearchParams({
    ...(toolsetId !== null && { toolsetId }),
    ...(connectionId !== null && { connectionId: String(connectionId) }),
  }).toString();
  return query === "" ? "" : `?${query}`;
}
