import { invalidField } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import type { PreparedCall } from "../runtimes/runtime.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { MergedInput } from "./input/merge-sub-items.ts";
import type { LoadedTool } from "./load-tool.ts";

/** Everything a call is prepared from, except the connection. */
export interface CallSource extends MergedInput {
  tool: LoadedTool;
  /** Connection fields for this call only, by name. */
  overrides: Readonly<Record<string, string>>;
}

/**
 * Opens the connection's secrets and has the tool's runtime prepare the call. Sends nothing.
 *
 * @throws ApiError `VALIDATION_ERROR` that names the wrong member of the request
 */
export async function prepareCall(
  parts: Pick<ExecutionParts, "access">,
  { tool, overrides, input, subItemNames }: CallSource,
  connection: ConnectionRow | null,
): Promise<PreparedCall> {
  const access = await parts.access.open(tool.entry.application, connection, overrides);
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
