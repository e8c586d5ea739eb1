import { resultControls, type ToolsetSettings } from "@bowline/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ApiError } from "../../api-error.ts";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import type { OfferedCall, ToolCallOutput } from "../offered-tools.ts";
import { buildShape, nameShape, type RequestedShape } from "../results/build-shape.ts";
import { prepareInputParser } from "../results/parse-input.ts";
import { renderApiError } from "../results/render-api-error.ts";
import { defaultMaxCharacters } from "../results/render-result.ts";
import { runAndRender } from "../results/run-and-render.ts";
import type { ServedRequest } from "../served-request.ts";
import { hasResultControls, resultsArgument } from "./build-definitions.ts";
import type { ListedOutput, OutputSchemas } from "./output-schemas.ts";

/** The tool to call and the toolset that permits it. */
export interface PermittedTool {
  toolset: ToolsetRow;
  settings: ToolsetSettings;
  entry: ToolEntry;
}

/** Calls a tool of a toolset. @throws ApiError when a check fails; nothing was sent */
export async function callToolsetTool(
  deps: Deps & { outputs: OutputSchemas },
  served: ServedRequest,
  { toolset, settings, entry }: PermittedTool,
  call: OfferedCall,
): Promise<ToolCallOutput> {
  const { inputSchema } = await deps.tools.load(entry);
  const { fields, shape } = hasResultControls(entry, inputSchema, settings)
    ? takeResultControls(call.input)
    : { fields: call.input, shape: buildShape(undefined) };
  const canReadOn = settings.resultBytes !== null;
  const output = settings.outputSchemas ? await deps.outputs.find(entry) : null;
  const result = await runAndRender(deps, served, call, {
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
  }).catch((error) => {
    if (error instanceof ApiError) {
      return renderApiError(error, {
        nameInput,
        ...(error.code === "AMBIGUOUS_CONNECTION" && { wayOut: chooseOne }),
      });
    }
    throw error;
  });
  return output === null ? result : fitResult(result, output, served.caller.accountUserId);
}

const chooseOne =
  "Ask the user to make one of them the default, or to permit the tool on one of them only. Then try again.";

/** A toolset's tool takes the members of `fields` as its arguments, and what shapes a list in `_results`. */
function nameInput(field: string): string {
  if (field === "fields") {
    return "arguments";
  }
  return field.startsWith("fields.") ? field.slice("fields.".length) : nameShape(field, resultsArgument);
}

/** Makes structured content fit the schema that is listed: clients refuse a result that does not (decisions D61). */
async function fitResult(
  result: ToolCallOutput,
  output: ListedOutput,
  accountUserId: number,
): Promise<ToolCallOutput> {
  if (!("content" in result)) {
    return result;
  }
  const { structuredContent, ...others } = result as CallToolResult;
  return others.isError
    ? others
    : { ...others, structuredContent: await output.fit(structuredContent, accountUserId) };
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
