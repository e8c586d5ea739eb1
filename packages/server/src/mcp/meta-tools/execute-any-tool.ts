import type { MetaToolInput } from "@bowline/contract";
import type { Deps } from "../../deps.ts";
import type { OfferedCall, ToolCallOutput } from "../offered-tools.ts";
import { buildShape } from "../results/build-shape.ts";
import { defaultMaxCharacters } from "../results/render-result.ts";
import { runAndRender } from "../results/run-and-render.ts";
import type { ServedRequest } from "../served-request.ts";

/** Executes any tool of the catalog with one of the caller's connections. @throws ApiError when a check fails; nothing was sent */
export async function executeAnyTool(
  deps: Deps,
  served: ServedRequest,
  { toolSlug, fields, connectionId, results }: MetaToolInput<"bowline_execute_tool">,
  call: OfferedCall,
): Promise<ToolCallOutput> {
  const shape = buildShape(results);
  return runAndRender(deps, served, call, {
    request: {
      toolSlug,
      applicationSlug: null,
      connectionId: connectionId ?? null,
      toolsetId: null,
      body: { fields: fields ?? {}, ...shape.body },
      source: "mcp",
      requestId: served.requestId,
      ...shape.members,
    },
    size: { maxCharacters: defaultMaxCharacters, canReadOn: false },
  });
}
