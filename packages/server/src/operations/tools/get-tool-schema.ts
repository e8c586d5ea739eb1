import { invalidField, notFound } from "../../api-error.ts";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { listToolSchemaRows } from "../../db/catalog/catalog-rows.ts";
import { findObject } from "../../db/connections/connection-objects.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { isListed } from "../../execution/input/apply-context.ts";
import { checkContextFree } from "../../execution/input/apply-presets.ts";
import { hidePresets } from "../../execution/input/hide-presets.ts";
import { mergeObjectSchema } from "../../execution/input/merge-object-schema.ts";
import { loadOwnConnection } from "../../execution/load-own.ts";
import { findPresets } from "../../execution/toolset-settings.ts";
import { type InputOf, Reply } from "../handler.ts";
import { checkConnectionPermitted, loadNarrowedToolset } from "../permitted-tools.ts";

export async function getToolSchema(
  deps: Deps,
  caller: Caller,
  { resource: tool, query }: InputOf<"getToolSchema">,
): Promise<Reply> {
  const connectionId = query.connectionId ?? undefined;
  if (connectionId !== undefined) {
    await checkConnection(deps, caller, tool, connectionId);
  }
  if (query.contextValue !== undefined && tool.contextType === null) {
    throw invalidField("contextValue", `The tool "${tool.slug}" takes no context value.`);
  }
  const presets = findPresets(await loadNarrowedToolset(deps.rows.toolsets, caller), tool.slug);
  if (query.contextValue !== undefined && presets !== null) {
    checkContextFree(await deps.tools.load(tool), presets);
  }
  const [row] = await listToolSchemaRows(deps.db.kysely, [tool.toolId]);
  if (row === undefined) {
    throw notFound(`Tool "${tool.slug}"`);
  }
  const json = `{"inputSchema":${row.input_schema},"outputSchema":${row.output_schema}}`;
  const adapted =
    query.contextValue === undefined
      ? json
      : await adaptToObject(deps, tool, connectionId, query.contextValue, json);
  return new Reply(presets === null ? adapted : withoutPresets(adapted, Object.keys(presets)));
}

/** An agent does not see what its toolset sets (decisions D65). */
function withoutPresets(json: string, names: readonly string[]): string {
  const { inputSchema, outputSchema } = JSON.parse(json);
  return JSON.stringify({ inputSchema: hidePresets(inputSchema, names), outputSchema });
}

/** Merges in the schema of an object. @throws ApiError `NOT_FOUND` when the connection certainly has no such object (decisions D9a) */
async function adaptToObject(
  deps: Deps,
  entry: ToolEntry,
  connectionId: number | undefined,
  contextValue: string,
  json: string,
): Promise<string> {
  const tool = await deps.tools.load(entry);
  const context = tool.manifest?.context;
  if (context === undefined) {
    return json;
  }
  const { isAllKnown, object } =
    connectionId === undefined
      ? { isAllKnown: false, object: null }
      : await findObject(deps.db.kysely, connectionId, context.type, contextValue);
  if (isAllKnown && object === null && isListed(tool, context)) {
    throw notFound(`The ${context.type} "${contextValue}" of connection ${connectionId}`);
  }
  return JSON.stringify(mergeObjectSchema(JSON.parse(json), context, object?.schema ?? null));
}

async function checkConnection(
  deps: Deps,
  caller: Caller,
  tool: ToolEntry,
  connectionId: number,
): Promise<void> {
  const connection = await loadOwnConnection(deps, caller, connectionId);
  await checkConnectionPermitted(deps.rows.toolsets, caller, connectionId, tool);
  if (connection.applicationId !== tool.application.applicationId) {
    throw invalidField(
      "connectionId",
      `Connection ${connectionId} is not a connection to the tool's application.`,
    );
  }
}
