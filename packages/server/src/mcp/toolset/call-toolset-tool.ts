import { resultControls, type ToolsetSettings } from "@bowline/contract";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { OfferedCall, ToolCallOutput } from "../offered-tools.ts";
import { buildShape, type RequestedShape } from "../results/build-shape.ts";
import { prepareInputParser } from "../results/parse-input.ts";
import { defaultMaxCharacters } from "../results/render-result.ts";
import { runAndRender } from "../results/run-and-render.ts";
import type { ServedRequest } from "../served-request.ts";
import { hasResultControls, resultsArgument } from "./build-definitions.ts";

/** The tool to call and the toolset that permits it. */
export interface PermittedTool {
  toolset: ToolsetRow;
  settings: ToolsetSettings;
  entry: ToolEntry;
}

/** Calls a tool of a toolset. @throws ApiError when a check fails; nothing was sent */
export async function callToolsetTool(
  deps: Deps,
  served: ServedRequest,
  { toolset, settings, entry }: PermittedTool,
  call: OfferedCall,
): Promise<ToolCallOutput> {
  const { inputSchema } = await deps.tools.load(entry);
  const { fields, shape } = hasResultControls(entry, inputSchema, settings)
    ? takeResultControls(call.input)
    : { fields: call.input, shape: buildShape(undefined) };
  const canReadOn = settings.resultBytes !== null;
  return runAndRender(deps, served, call, {
    request: {
      toolSlug: entry.slug,
      applicationSlug: null,
      connectionId: null,
      toolsetId: toolset.toolsetId,
      body: { fields, ...shape.body },
      source: "mcp",
      requestId: served.requestId,
      keepsLongOutput: canReadOn,
      ...shape.members,
    },
    size: { maxCharacters: settings.resultBytes ?? defaultMaxCharacters, canReadOn },
  });
}

let parseControls: ReturnType<typeof prepareInputParser<typeof resultControls>> | undefined;

/** Takes `_results` out of the input. @throws ApiError `VALIDATION_ERROR` */
function takeResultControls(input: Record<string, unknown>): {
  fields: Record<string, unknown>;
  shape: RequestedShape;
} {
  const { [resultsArgument]: controls, ...fields } = input;
  parseControls ??= prepareInputParser(resultControls, resultsArgument);
  return { fields, shape: buildShape(controls == null ? undefined : parseControls(controls)) };
}
