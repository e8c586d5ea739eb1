import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { findCalledTool } from "../../execution/find-called-tool.ts";
import { resolveConnection } from "../../execution/resolve-connection.ts";
import { needsApproval } from "../../execution/with-approval.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { explainUnknownTool } from "./prepare-tool.ts";

/** Takes an execution's first steps, so that it returns the same connection or throws the same error (decisions D72). */
export async function getToolResolution(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<"getToolResolution">,
): Promise<OutputOf<"getToolResolution">> {
  const wanted = {
    toolSlug: params.toolSlug,
    applicationSlug: query.applicationSlug ?? null,
    connectionId: query.connectionId ?? null,
    toolsetId: query.toolsetId?.toLowerCase() ?? null,
  };
  try {
    const entry = await findCalledTool(deps, caller, wanted);
    const { connection, resolvedBy, toolset } = await resolveConnection(deps, caller, entry, wanted);
    return {
      toolSlug: entry.slug,
      connectionId: connection?.connectionId ?? null,
      resolvedBy,
      toolsetId: toolset?.toolsetId ?? null,
      needsApproval: needsApproval({ toolset, tool: { entry } }),
    };
  } catch (error) {
    throw await explainUnknownTool(deps, caller, wanted, error);
  }
}
