import { invalidField } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections.ts";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import type { PreparedCall } from "../runtimes/runtime.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { LoadedTool } from "./load-tool.ts";
import type { MergedInput } from "./merge-sub-items.ts";
import { openAccess } from "./open-access.ts";

/** What a call is prepared of, besides its connection. */
export interface CallSource extends MergedInput {
  tool: LoadedTool;
  /** Fields of the connection that hold for this call only, by name. */
  overrides: Readonly<Record<string, string>>;
}

/**
 * Opens the connection's secrets and lets the tool's runtime prepare the call; nothing is sent yet.
 *
 * @throws ApiError `VALIDATION_ERROR` that names the member of the request which is at fault
 */
export async function prepareCall(
  { vault }: Pick<ExecutionParts, "vault">,
  { tool, overrides, input, subItemNames }: CallSource,
  connection: ConnectionRow | null,
): Promise<PreparedCall> {
  const access = await openAccess(vault, tool.entry.application, connection, overrides);
  try {
    return tool.compiled.prepare(access, input);
  } catch (error) {
    if (error instanceof RequestBuildError) {
      const name = error.field.replace(/^fields\./, "");
      const field = subItemNames.has(name) ? `subItems.${name}` : error.field;
      throw invalidField(field, error.message);
    }
    throw error;
  }
}
