import type { ToolExecuteRequest } from "@bowline/contract";
import type { ConnectionRow } from "../db/connections.ts";
import { applyContext } from "./apply-context.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { LoadedTool } from "./load-tool.ts";
import { type MergedInput, mergeSubItems } from "./merge-sub-items.ts";

/**
 * Merges all input of a request: `fields`, `subItems`, and the inputs that `contextValue` fills.
 *
 * @throws ApiError `VALIDATION_ERROR`
 */
export async function mergeInput(
  { db }: Pick<ExecutionParts, "db">,
  tool: LoadedTool,
  connection: ConnectionRow | null,
  body: ToolExecuteRequest,
): Promise<MergedInput> {
  const merged = mergeSubItems(tool.entry, body);
  if (body.contextValue == null) {
    return merged;
  }
  const input = await applyContext(db.kysely, tool, connection, body.contextValue, merged.input);
  return { ...merged, input };
}
